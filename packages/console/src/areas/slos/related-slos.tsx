import type { Client, Fields } from '@svc/client'
import { kinds } from '@svc/model'
import { useQuery } from '@tanstack/react-query'
import { mapConcurrently } from '../../api/map-concurrently.ts'
import { keyOf } from '../../api/records.ts'
import { useMode } from '../../session/mode.tsx'
import type { RecordProps } from '../../values/area-parts.ts'
import styles from '../../record/record-page.module.css'
import { ShortList } from '../../record/short-list.tsx'

/** SLOs take a request per project, so only this many projects are read. */
const maxProjects = 24
const pageSize = 200

type ProjectsOf = (client: Client, record: Fields, signal: AbortSignal) => Promise<readonly unknown[]>

const ofItsProject: ProjectsOf = async (_, { componentId }) => (componentId ? [componentId] : [])

/** The projects whose SLOs concern a record, by its kind. */
const relatedProjects: Readonly<Record<string, ProjectsOf>> = {
  [kinds.api.name]: ofItsProject,
  [kinds.resource.name]: ofItsProject,
  [kinds.system.name]: async (_, { componentIds }) => componentIds as readonly string[],
  [kinds.domain.name]: async (client, { id }, signal) =>
    (await client.system.page({ domainId: String(id), limit: pageSize }, { signal })).items.flatMap(
      ({ componentIds }) => componentIds,
    ),
  [kinds.team.name]: async (client, { id }, signal) =>
    (await client.project.page({ ownerTeamId: String(id), limit: pageSize }, { signal })).items.map(
      ({ id: project }) => project,
    ),
}

/** The SLOs of the projects that a record belongs to, or that belong to it. */
export function RelatedSlos({ kind, record }: RecordProps) {
  const { client, mode } = useMode()
  const found = useQuery({
    queryKey: [...keyOf(mode, kinds.slo), 'around', record.id, record.componentId, record.componentIds],
    queryFn: async ({ signal }) => {
      const around = await relatedProjects[kind.name]?.(client, record, signal)
      const projects = [...new Set((around ?? []).map(String))]
      const requested = projects.slice(0, maxProjects)
      const pages = await mapConcurrently(requested, (appId) =>
        client.slo.page({ appId, limit: pageSize }, { signal }),
      )
      return { slos: pages.flatMap(({ items }) => items), asked: requested.length, all: projects.length }
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
