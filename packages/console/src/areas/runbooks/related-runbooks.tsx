import { entityKinds, kinds, type RelatedRunbooks as Found, type RunbookSubject } from '@svc/model'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { NotebookText, Plus } from 'lucide-react'
import { keyOf } from '../../api/records.ts'
import { useMay } from '../../api/use-may.ts'
import { Badge } from '../../design/badge.tsx'
import { buttonClass } from '../../design/button.tsx'
import { Card } from '../../design/card.tsx'
import { Empty } from '../../design/empty.tsx'
import { Problem } from '../../design/problem.tsx'
import { Skeleton } from '../../design/skeleton.tsx'
import styles from '../../record/record-page.module.css'
import { useMode } from '../../session/mode.tsx'
import type { RecordProps } from '../../values/area-parts.ts'
import { pathOf, RefLink } from '../../values/ref-link.tsx'

const subjectOf = (name: string): string =>
  Object.entries(entityKinds).find(([, kind]) => kind === name)?.[0] ?? ('team' satisfies RunbookSubject)

/** The runbooks of the projects that a record belongs to, contains or owns, and why each of them is listed. */
export function RelatedRunbooks({ kind, record }: RecordProps) {
  const { client, mode } = useMode()
  const of = `${subjectOf(kind.name)}:${record.id}`
  const found = useQuery({
    queryKey: [...keyOf(mode, kinds.runbook), 'related', of],
    queryFn: ({ signal }) => client.call('listRelatedRunbooks', { query: { of }, signal }),
  })
  if (found.error) return <Problem error={found.error} />
  if (!found.data) return <Skeleton rows={4} />
  const { runbooks, projects } = found.data
  if (projects.count === 0) {
    return (
      <Empty icon={NotebookText} title={`No projects, so no runbooks`}>
        Runbooks are linked to projects, and this {kind.noun} has none yet.
      </Empty>
    )
  }
  return (
    <Card title="Runbooks" isFlush actions={<NewRunbook projects={projects} />}>
      {runbooks.length === 0 ? (
        <p className={styles.none}>
          No runbooks yet: none is linked to {projects.count === 1 ? 'its project' : 'any of its projects'}.
        </p>
      ) : (
        <RunbookTable found={found.data} />
      )}
    </Card>
  )
}

/** Linked to all of the projects, so that it is found from here. */
function NewRunbook({ projects: { ids, count } }: { readonly projects: Found['projects'] }) {
  const mayCreate = useMay(kinds.runbook, 'create')
  if (!mayCreate || ids.length < count) return null
  const list: string = kinds.runbook.path
  return (
    <Link
      to={`${list}/new`}
      search={{ linkedAppIds: ids } as never}
      className={buttonClass('quiet', true)}
      aria-label="New runbook"
      title="New runbook"
    >
      <Plus aria-hidden />
    </Link>
  )
}

const RunbookTable = ({ found: { runbooks, isExact } }: { readonly found: Found }) => (
  <div className={styles.scroll}>
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">Title</th>
          <th scope="col" className={styles.extra}>
            Type
          </th>
          <th scope="col">Because of</th>
        </tr>
      </thead>
      <tbody>
        {runbooks.map(({ id, title, runbookType, pinned, through }) => (
          <tr key={id}>
            <td className={styles.name}>
              <Link to={pathOf(kinds.runbook.path, id)}>{title}</Link> {pinned && <Badge word="pinned" />}
            </td>
            <td className={styles.extra}>
              <Badge word={runbookType} />
            </td>
            <td>
              <Projects of={through} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
    {!isExact && <p className={styles.none}>There may be more: not everything was looked through.</p>}
  </div>
)

const namedAtOnce = 3

function Projects({ of: { ids, count } }: { readonly of: Found['projects'] }) {
  const named = ids.slice(0, namedAtOnce)
  return (
    <span className={styles.refs}>
      {named.map((id) => (
        <RefLink key={id} id={id} />
      ))}
      {count > named.length && <span className={styles.quiet}>and {count - named.length} more</span>}
    </span>
  )
}
