import { kinds } from '@svc/model'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useName } from '../../api/names.ts'
import { useMay } from '../../api/use-may.ts'
import { buttonClass } from '../../design/button.tsx'
import { Card } from '../../design/card.tsx'
import { PageHead } from '../../design/page-head.tsx'
import { Problem } from '../../design/problem.tsx'
import { Skeleton } from '../../design/skeleton.tsx'
import { EntityPicker } from '../../form/picker/entity-picker.tsx'
import styles from './costs.module.css'
import { NoCosts } from './no-costs.tsx'
import { ProjectCosts } from './project-costs.tsx'
import { ProjectTable } from './project-table.tsx'
import { type ProjectRollup, sumOf, useProjectRollups } from './rollup.ts'
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

/** Links to the single amounts, for those who may see them. */
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
  const answer = useProjectRollups()
  return (
    <>
      <PageHead
        title="Costs"
        lead={answer.data && leadOf(answer.data.length)}
        actions={
          <>
            <ProjectPicker />
            <EntriesLink />
          </>
        }
      />
      {answer.isError ? (
        <Problem error={answer.error} onRetry={() => void answer.refetch()} />
      ) : answer.data ? (
        <All projects={answer.data} />
      ) : (
        <Skeleton rows={10} />
      )}
    </>
  )
}

const leadOf = (count: number): string | undefined =>
  count === 0
    ? undefined
    : count === 1
      ? 'Of the one project that has costs'
      : `Of all ${count} projects that have costs`

function All({ projects }: { readonly projects: readonly ProjectRollup[] }) {
  const sum = useMemo(() => sumOf(projects), [projects])
  if (projects.length === 0) return <NoCosts />
  return (
    <>
      <RollupView rollup={sum} />
      <Card title="By project" isFlush>
        <ProjectTable projects={projects} />
      </Card>
    </>
  )
}
