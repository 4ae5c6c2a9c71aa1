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
import { type SetSearch, type GraphSearch, useGraphSearch } from './graph-search.ts'
import { Legend } from './legend.tsx'
import { ListView } from './list-view.tsx'
import { hitInWords, ImpactPanel } from './panel/impact-panel.tsx'
import { NodePanel } from './panel/node-panel.tsx'
import { LaidPicture } from './picture/laid-picture.tsx'
import { useShownGraph } from './use-shown-graph.ts'

export function GraphPage() {
  const [search, setSearch] = useGraphSearch()
  const { graph, impact, types, error, retry } = useShownGraph(search)
  const rootId = search.root?.split(':')[1]
  const root = graph?.nodes.find(({ id }) => id === rootId)
  return (
    <div className={styles.page}>
      <PageHead
        title={root && rootId ? titleOf(root.name, search) : 'Dependencies'}
        above={search.root && <WholeLink setSearch={setSearch} />}
        lead={impact ? hitInWords(impact)[0] : graph && countsOf(graph)}
        actions={
          <>
            <EntityPicker
              label="Start at"
              placeholder="Start at a project, an API…"
              onPick={({ kind, id }) =>
                setSearch({ root: `${entityKindOf(kind)}:${id}`, at: undefined, mode: undefined })
              }
            />
            <Controls search={search} setSearch={setSearch} types={types} />
          </>
        }
      />
      {graph?.truncated && !search.isImpact && (
        <Note tone="warn">
          The graph is too large to show in full: these are {graph.nodes.length.toLocaleString()} entities.{' '}
          {search.root
            ? 'Reduce the depth or choose fewer types to see a part in full.'
            : 'Start at one of them to see everything around it.'}
        </Note>
      )}
      {impact?.truncated && (
        <Note tone="warn">
          {impact.leftOut > 0
            ? `${impact.leftOutIsExact ? '' : 'At least '}${impact.leftOut.toLocaleString()} more ${impact.leftOut === 1 ? 'is affected than is' : 'are affected than are'} shown here.`
            : 'Not every archived or retired entity or SLO is shown.'}
        </Note>
      )}
      {error ? (
        <Problem error={error} onRetry={retry} />
      ) : graph ? (
        <Shown search={search} setSearch={setSearch} graph={graph} impact={impact} />
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

const WholeLink = ({ setSearch }: { readonly setSearch: SetSearch }) => (
  <button
    type="button"
    className={styles.textButton}
    onClick={() =>
      setSearch({ root: undefined, mode: undefined, at: undefined, direction: undefined, depth: undefined })
    }
  >
    Dependencies
  </button>
)

interface ShownProps {
  readonly search: GraphSearch
  readonly setSearch: SetSearch
  readonly graph: Graph
  readonly impact: Impact | undefined
}

function Shown({ search, setSearch, graph, impact }: ShownProps) {
  const selected = graph.nodes.find(({ id }) => id === search.at)
  const rootId = search.root?.split(':')[1]
  const keyOf = (id: string): string => `${kindIn(graph, id)}:${id}`
  const select = (id: string | undefined) => setSearch({ at: id }, { replace: true })
  const begin = (id: string) => setSearch({ root: keyOf(id), at: undefined, mode: undefined })
  const asksImpact = (id: string) =>
    setSearch({ root: keyOf(id), mode: 'impact', at: undefined, view: undefined })
  if (graph.edges.length === 0 && graph.nodes.length < 2 && !search.isImpact) {
    return (
      <NothingHere
        isFiltered={search.types.length > 0}
        hasRoot={search.root !== undefined}
        setSearch={setSearch}
      />
    )
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
  readonly setSearch: SetSearch
}

function NothingHere({ isFiltered, hasRoot, setSearch }: NothingHereProps) {
  const { scopes } = useSession()
  const newPage: string = `${kinds.dependency.path}/new`
  if (isFiltered) {
    return (
      <Empty
        icon={Network}
        title="No dependencies found"
        actions={<Button onClick={() => setSearch({ types: undefined })}>Show all types</Button>}
      >
        There are no dependencies of the chosen types here.
      </Empty>
    )
  }
  return (
    <Empty
      icon={Network}
      title="No dependencies found"
      actions={
        scopes.includes(scopeFor(kinds.dependency, 'create')) && (
          <Link className={buttonClass('primary')} to={newPage}>
            Add a dependency
          </Link>
        )
      }
    >
      {hasRoot
        ? 'It has no known dependencies, and nothing is known to depend on it.'
        : 'Dependencies that you add here, with Terraform or through the API are drawn on this page.'}
    </Empty>
  )
}
