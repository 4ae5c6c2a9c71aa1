import { type EntityKind, kinds, scopeFor } from '@svc/model'
import { Link } from '@tanstack/react-router'
import { Network } from 'lucide-react'
import { useSession } from '../../session/session.tsx'
import { Button, buttonClass } from '../../design/button.tsx'
import { Empty } from '../../design/empty.tsx'
import { Note } from '../../design/note.tsx'
import { PageHead } from '../../design/page-head.tsx'
import { Problem } from '../../design/problem.tsx'
import { Skeleton } from '../../design/skeleton.tsx'
import { Controls } from './controls.tsx'
import { entityKindOf } from '../../values/entity-look.ts'
import { EntityPicker } from '../../form/picker/entity-picker.tsx'
import type { Graph, Impact } from './neighbours.ts'
import styles from './graph-page.module.css'
import { type Ask, type GraphSearch, useGraphSearch } from './graph-search.ts'
import { Legend } from './legend.tsx'
import { ListView } from './list-view.tsx'
import { hitInWords, ImpactPanel } from './panel/impact-panel.tsx'
import { NodePanel } from './panel/node-panel.tsx'
import { LaidPicture } from './picture/laid-picture.tsx'
import { useShownGraph } from './use-shown-graph.ts'

export function GraphPage() {
  const [search, ask] = useGraphSearch()
  const { graph, impact, types, error, retry } = useShownGraph(search)
  const rootId = search.root?.split(':')[1]
  const root = graph?.nodes.find(({ id }) => id === rootId)
  return (
    <div className={styles.page}>
      <PageHead
        title={root && rootId ? titleOf(root.name, search) : 'Dependencies'}
        above={search.root && <WholeLink ask={ask} />}
        lead={impact ? hitInWords(impact)[0] : graph && countsOf(graph)}
        actions={
          <>
            <EntityPicker
              label="Begin at"
              placeholder="Begin at a project, an API…"
              onPick={({ kind, id }) =>
                ask({ root: `${entityKindOf(kind)}:${id}`, at: undefined, mode: undefined })
              }
            />
            <Controls search={search} ask={ask} types={types} />
          </>
        }
      />
      {graph?.truncated && !search.isImpact && (
        <Note tone="warn">
          There is more than one picture holds: these are {graph.nodes.length.toLocaleString()} entities.{' '}
          {search.root
            ? 'Fewer steps or fewer types show all of a part.'
            : 'Begin at one of them to see all around it.'}
        </Note>
      )}
      {impact?.truncated && (
        <Note tone="warn">
          {impact.leftOut > 0
            ? `${impact.leftOutIsExact ? '' : 'At least '}${impact.leftOut.toLocaleString()} more are hit than are shown here.`
            : 'There is more than one answer holds: not every archived or retired entity or SLO is shown.'}
        </Note>
      )}
      {error ? (
        <Problem error={error} onRetry={retry} />
      ) : graph ? (
        <Shown search={search} ask={ask} graph={graph} impact={impact} />
      ) : (
        <Skeleton rows={12} />
      )}
    </div>
  )
}

const titleOf = (name: string, { isImpact }: GraphSearch): string =>
  isImpact ? `If ${name} fails` : `Around ${name}`

const countsOf = ({ nodes, edges }: Graph): string =>
  `${nodes.length.toLocaleString()} ${nodes.length === 1 ? 'entity' : 'entities'}, ${edges.length.toLocaleString()} ${edges.length === 1 ? 'dependency' : 'dependencies'}`

const WholeLink = ({ ask }: { readonly ask: Ask }) => (
  <button
    type="button"
    className={styles.textButton}
    onClick={() =>
      ask({ root: undefined, mode: undefined, at: undefined, direction: undefined, depth: undefined })
    }
  >
    Dependencies
  </button>
)

interface ShownProps {
  readonly search: GraphSearch
  readonly ask: Ask
  readonly graph: Graph
  readonly impact: Impact | undefined
}

function Shown({ search, ask, graph, impact }: ShownProps) {
  const selected = graph.nodes.find(({ id }) => id === search.at)
  const rootId = search.root?.split(':')[1]
  const keyOf = (id: string): string => `${kindIn(graph, id)}:${id}`
  const select = (id: string | undefined) => ask({ at: id }, { replace: true })
  const begin = (id: string) => ask({ root: keyOf(id), at: undefined, mode: undefined })
  const asksImpact = (id: string) => ask({ root: keyOf(id), mode: 'impact', at: undefined, view: undefined })
  if (graph.edges.length === 0 && graph.nodes.length < 2 && !search.isImpact) {
    return <NothingHere isFiltered={search.types.length > 0} hasRoot={search.root !== undefined} ask={ask} />
  }
  return (
    <div className={styles.card}>
      <div className={styles.split}>
        {search.isList ? (
          <ListView graph={graph} isImpact={search.isImpact} onRoot={begin} />
        ) : (
          <LaidPicture
            graph={graph}
            rootId={rootId}
            selectedId={selected?.id}
            isImpact={search.isImpact}
            onSelect={select}
            onRoot={begin}
          />
        )}
        {selected && !search.isList ? (
          <NodePanel
            node={selected}
            graph={graph}
            isRoot={selected.id === rootId}
            onSelect={select}
            onRoot={begin}
            onImpact={asksImpact}
          />
        ) : (
          impact && <ImpactPanel impact={impact} />
        )}
      </div>
      {!search.isList && <Legend isImpact={search.isImpact} />}
    </div>
  )
}

const kindIn = ({ nodes }: Graph, id: string): EntityKind =>
  nodes.find((node) => node.id === id)?.kind ?? 'component'

interface NothingHereProps {
  readonly isFiltered: boolean
  readonly hasRoot: boolean
  readonly ask: Ask
}

function NothingHere({ isFiltered, hasRoot, ask }: NothingHereProps) {
  const { scopes } = useSession()
  const newPage: string = `${kinds.dependency.path}/new`
  if (isFiltered) {
    return (
      <Empty
        icon={Network}
        title="No dependencies here"
        actions={<Button onClick={() => ask({ types: undefined })}>Show all edges</Button>}
      >
        No edge of the chosen types leads anywhere from here.
      </Empty>
    )
  }
  return (
    <Empty
      icon={Network}
      title="No dependencies here"
      actions={
        scopes.includes(scopeFor(kinds.dependency, 'create')) && (
          <Link className={buttonClass('primary')} to={newPage}>
            Add a dependency
          </Link>
        )
      }
    >
      {hasRoot
        ? 'Nothing is known to depend on it, nor it on anything.'
        : 'Once something is said to depend on something else, it is drawn here: by hand, with Terraform, or by the API.'}
    </Empty>
  )
}
