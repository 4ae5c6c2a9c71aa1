import { type CostGrouping, kinds } from '@svc/model'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useName } from '../../api/names.ts'
import { useMay } from '../../api/use-may.ts'
import { buttonClass } from '../../design/button.tsx'
import { PageHead } from '../../design/page-head.tsx'
import { Problem } from '../../design/problem.tsx'
import { Skeleton } from '../../design/skeleton.tsx'
import { EntityPicker } from '../../form/picker/entity-picker.tsx'
import styles from './costs.module.css'
import { Controls } from './controls.tsx'
import { GroupView } from './group-view.tsx'
import { OfServices } from './of-services.tsx'
import { ProjectCosts } from './project-costs.tsx'
import { type CostView, viewOf } from './range.ts'
import { useGroups } from './use-groups.ts'

export function CostsPage() {
  const search = useSearch({ strict: false }) as Readonly<Record<string, unknown>>
  const { appId } = search
  return (
    <div className={styles.page}>
      {typeof appId === 'string' && appId !== '' ? (
        <OfProject key={appId} appId={appId} />
      ) : (
        <OfAll view={viewOf(search)} />
      )}
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

function OfAll({ view }: { readonly view: CostView }) {
  return (
    <>
      <PageHead
        title="Costs"
        lead="What projects cost, by who answers for them. Days are in UTC."
        actions={
          <>
            <ProjectPicker />
            <EntriesLink />
          </>
        }
      />
      {view.by === 'service' ? (
        <>
          <Controls view={view} currencies={[]} />
          <OfServices />
        </>
      ) : (
        <OfGroups view={{ ...view, by: view.by }} />
      )}
    </>
  )
}

function OfGroups({ view }: { readonly view: CostView & { readonly by: CostGrouping } }) {
  const answer = useGroups(view)
  return (
    <>
      <Controls view={view} currencies={Object.keys(answer.data?.currencies ?? {})} />
      {answer.isError ? (
        <Problem error={answer.error} onRetry={() => void answer.refetch()} />
      ) : answer.data ? (
        <GroupView costs={answer.data} />
      ) : (
        <Skeleton rows={10} />
      )}
    </>
  )
}
