import { kinds } from '@svc/model'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useName } from '../api/names.ts'
import { useMay } from '../catalog/use-may.ts'
import { buttonClass } from '../design/button.tsx'
import { Card } from '../design/card.tsx'
import { Note } from '../design/note.tsx'
import { PageHead } from '../design/page-head.tsx'
import { Problem } from '../design/problem.tsx'
import { Skeleton } from '../design/skeleton.tsx'
import { EntityPicker } from '../graph/entity-picker.tsx'
import styles from './costs.module.css'
import { NoCosts } from './no-costs.tsx'
import { ProjectCosts } from './project-costs.tsx'
import { ProjectTable } from './project-table.tsx'
import { isNothing, type Overview, sumOf, useOverview } from './rollup.ts'
import { RollupView } from './rollup-view.tsx'

export function CostsPage() {
  const { appId } = useSearch({ strict: false }) as { readonly appId?: unknown }
  return (
    <div className={styles.page}>
      {typeof appId === 'string' && appId !== '' ? <OfProject key={appId} appId={appId} /> : <OfAll />}
    </div>
  )
}

function ProjectPicker() {
  const navigate = useNavigate()
  return (
    <EntityPicker
      label="Choose a project"
      placeholder="Choose a project…"
      kind="project"
      onPick={({ id }) => void navigate({ to: '/costs', search: { appId: id } })}
    />
  )
}

/** Every single amount, for who may see them. */
function EntriesLink({ appId }: { readonly appId?: string }) {
  const list: string = kinds.costEntry.path
  if (!useMay(kinds.costEntry, 'list')) return null
  return (
    <Link className={buttonClass('secondary')} to={list} search={{ appId } as never}>
      Entries
    </Link>
  )
}

function OfProject({ appId }: { readonly appId: string }) {
  const { data: named } = useName(appId)
  return (
    <>
      <PageHead
        title={named ? `What ${named.name} costs` : 'Costs'}
        above={
          <Link to="/costs" search={{}}>
            Costs
          </Link>
        }
        actions={
          <>
            <ProjectPicker />
            <EntriesLink appId={appId} />
            <Link
              className={buttonClass('secondary')}
              to={`/projects/${encodeURIComponent(appId)}` as string}
            >
              Open the project
            </Link>
          </>
        }
      />
      <ProjectCosts appId={appId} />
    </>
  )
}

function OfAll() {
  const overview = useOverview(true)
  return (
    <>
      <PageHead
        title="Costs"
        lead={overview.data && leadOf(overview.data)}
        actions={
          <>
            <ProjectPicker />
            <EntriesLink />
          </>
        }
      />
      {overview.isError ? (
        <Problem error={overview.error} onRetry={() => void overview.refetch()} />
      ) : overview.data ? (
        <All overview={overview.data} />
      ) : (
        <Skeleton rows={10} />
      )}
    </>
  )
}

const leadOf = ({ projects, isPartial }: Overview): string =>
  isPartial ? `Of ${projects.length} projects` : `Of all ${projects.length} projects`

function All({ overview: { projects, isPartial } }: { readonly overview: Overview }) {
  const sum = useMemo(() => sumOf(projects), [projects])
  if (isNothing(sum)) return <NoCosts />
  return (
    <>
      {isPartial && (
        <Note tone="info">
          There are more projects than these {projects.length}, which are summed up here; any other can be
          chosen above.
        </Note>
      )}
      <RollupView rollup={sum} />
      <Card title="By project" isFlush>
        <ProjectTable projects={projects.filter((one) => !isNothing(one))} />
      </Card>
    </>
  )
}
