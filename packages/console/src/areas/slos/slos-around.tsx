import type { Client, Fields } from '@svc/client'
import { kinds } from '@svc/model'
import { useQuery } from '@tanstack/react-query'
import { ofEach } from '../../api/of-each.ts'
import { keyOf } from '../../api/records.ts'
import { useMode } from '../../session/mode.tsx'
import type { RecordProps } from '../../values/area-parts.ts'
import styles from '../../record/record-page.module.css'
import { ShortList } from '../../record/short-list.tsx'

/** SLOs are asked for project by project, so only for so many of them. */
const maxProjects = 24
const page = 200

type Around = (client: Client, record: Fields, signal: AbortSignal) => Promise<readonly unknown[]>

const ofItsProject: Around = async (_, { componentId }) => (componentId ? [componentId] : [])

/** The projects whose promises concern a record, by its kind. */
const projectsAround: Readonly<Record<string, Around>> = {
  [kinds.api.name]: ofItsProject,
  [kinds.resource.name]: ofItsProject,
  [kinds.system.name]: async (_, { componentIds }) => componentIds as readonly string[],
  [kinds.domain.name]: async (client, { id }, signal) =>
    (await client.system.page({ domainId: String(id), limit: page }, { signal })).items.flatMap(
      ({ componentIds }) => componentIds,
    ),
  [kinds.team.name]: async (client, { id }, signal) =>
    (await client.project.page({ ownerTeamId: String(id), limit: page }, { signal })).items.map(
      ({ id: project }) => project,
    ),
}

/** What is promised by the projects that a record belongs to, or that belong to it. */
export function SlosAround({ kind, record }: RecordProps) {
  const { client, mode } = useMode()
  const found = useQuery({
    queryKey: [...keyOf(mode, kinds.slo), 'around', record.id, record.componentId, record.componentIds],
    queryFn: async ({ signal }) => {
      const around = await projectsAround[kind.name]?.(client, record, signal)
      const projects = [...new Set((around ?? []).map(String))]
      const asked = projects.slice(0, maxProjects)
      const pages = await ofEach(asked, (appId) => client.slo.page({ appId, limit: page }, { signal }))
      return { slos: pages.flatMap(({ items }) => items), asked: asked.length, all: projects.length }
    },
  })
  const { slos, asked = 0, all = 0 } = found.data ?? {}
  return (
    <div className={styles.stack}>
      {all > asked && (
        <p className={styles.quiet}>
          Of {asked} of its {all} projects.
        </p>
      )}
      <ShortList kind={kinds.slo} records={slos} error={found.error} of={{}} />
    </div>
  )
}
