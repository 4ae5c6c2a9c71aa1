import { Note } from '../../design/note.tsx'
import { PageHead } from '../../design/page-head.tsx'
import { Problem } from '../../design/problem.tsx'
import { Skeleton } from '../../design/skeleton.tsx'
import { Controls } from './controls.tsx'
import { entityKindOf } from '../../values/entity-look.ts'
import { EntityPicker } from '../../form/picker/entity-picker.tsx'
import type { Graph } from './graph.ts'
import { useEffect } from 'react'
import styles from './graph-page.module.css'
import { prepareElk } from './layout/elk.ts'
import { type SetSearch, type GraphSearch, useGraphSearch } from './graph-search.ts'
import { hitInWords } from './impact-words.ts'
import { PathNote } from './path-note.tsx'
import { Shown } from './shown.tsx'
import { useShownGraph } from './use-shown-graph.ts'

export function GraphPage() {
  const [search, setSearch] = useGraphSearch()
  useEffect(prepareElk, [])
  const { graph, impact, found, types, error, retry } = useShownGraph(search)
  const rootId = search.root?.split(':')[1]
  const root = graph?.nodes.find(({ id }) => id === rootId)
  return (
    <div className={styles.page}>
      <PageHead
        title={root && rootId ? titleOf(root.name, search) : 'Dependencies'}
        above={search.root && <WholeLink setSearch={setSearch} />}
        lead={impact ? hitInWords(impact)[0] : graph && !search.to && countsOf(graph)}
        actions={
          <>
            <EntityPicker
              label="Start at"
              placeholder="Start at a project, an API…"
              onPick={({ kind, id }) =>
                setSearch({ ...noRoot, root: `${entityKindOf(kind)}:${id}`, at: undefined, open: undefined })
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
      {found && <PathNote search={search} setSearch={setSearch} found={found} />}
      {error ? (
        <Problem error={error} onRetry={retry} />
      ) : graph ? (
        <Shown search={search} setSearch={setSearch} graph={graph} impact={impact} paths={found?.paths} />
      ) : (
        (!found || found.isPending) && <Skeleton rows={12} />
      )}
    </div>
  )
}

const titleOf = (name: string, { isImpact, to }: GraphSearch): string =>
  isImpact ? `If ${name} fails` : to ? `Paths from ${name}` : `Around ${name}`

const countsOf = ({ nodes, edges }: Graph): string =>
  `${nodes.length.toLocaleString()} ${nodes.length === 1 ? 'entity' : 'entities'}, ${edges.length.toLocaleString()} ${edges.length === 1 ? 'dependency' : 'dependencies'}`

/** What belongs to a root, and goes with it. */
const noRoot = {
  root: undefined,
  to: undefined,
  mode: undefined,
  direction: undefined,
  depth: undefined,
  reach: undefined,
}

const WholeLink = ({ setSearch }: { readonly setSearch: SetSearch }) => (
  <button
    type="button"
    className={styles.textButton}
    onClick={() => setSearch({ ...noRoot, at: undefined, open: undefined })}
  >
    Dependencies
  </button>
)
