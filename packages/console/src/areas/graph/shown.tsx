import { useMemo } from 'react'
import { Button } from '../../design/button.tsx'
import { Note } from '../../design/note.tsx'
import { tonesOf } from './colour.ts'
import type { Box } from './fold/fold.ts'
import type { Graph, Impact } from './graph.ts'
import styles from './graph-page.module.css'
import type { GraphSearch, SetSearch } from './graph-search.ts'
import { Legend } from './legend.tsx'
import { ListView } from './list-view.tsx'
import { MatrixView } from './matrix/matrix-view.tsx'
import { NothingHere } from './nothing-here.tsx'
import { BoxPanel } from './panel/box-panel.tsx'
import { ImpactPanel } from './panel/impact-panel.tsx'
import { LinkPanel } from './panel/link-panel.tsx'
import type { Paths } from './paths.ts'
import { LaidPicture } from './picture/laid-picture.tsx'
import { useFolded } from './use-folded.ts'
import { ViewBar } from './view-bar.tsx'

/** As many boxes as can be taken in at once. */
const readable = 60

interface ShownProps {
  readonly search: GraphSearch
  readonly setSearch: SetSearch
  readonly graph: Graph
  readonly impact: Impact | undefined
  readonly paths: Paths | undefined
}

/** The graph as a picture or as a list, with details of what is selected. */
export function Shown({ search, setSearch, graph, impact, paths }: ShownProps) {
  const { folded, grouping, openGroups } = useFolded(graph, search)
  const tones = useMemo(() => tonesOf(folded.boxes, search.colouring), [folded, search.colouring])
  const boxHolding = (id: string | undefined): Box | undefined =>
    id === undefined
      ? undefined
      : (folded.boxes.find((box) => box.id === id) ??
        folded.boxes.find((box) => !box.isOpen && box.holds.some((node) => node.id === id)))
  const path = useMemo(() => {
    if (!paths) return undefined
    const ids = new Set(paths.shortest.map(({ id }) => id))
    const links = folded.links.filter(({ edges }) => edges.some(({ id }) => ids.has(id)))
    return {
      links: new Set(links.map(({ id }) => id)),
      boxes: new Set(links.flatMap(({ from, to }) => [from, to])),
    }
  }, [paths, folded])
  const root = boxHolding(search.root?.split(':')[1])
  const link = folded.links.find(({ id }) => id === search.at)
  const selected = link ? undefined : boxHolding(search.at)
  const node = (id: string) => graph.nodes.find((one) => one.id === id)
  const keyOf = (id: string) => `${node(id)?.kind ?? 'component'}:${id}`
  const start = (id: string) =>
    setSearch({ root: keyOf(id), to: undefined, at: undefined, mode: undefined, open: undefined })
  const select = (id: string | undefined) => setSearch({ at: id }, { replace: true })
  const setOpen = (ids: readonly string[]) => setSearch({ open: ids.join() || 'none' }, { replace: true })
  const toggle = (id: string) =>
    setOpen(openGroups.includes(id) ? openGroups.filter((one) => one !== id) : [...openGroups, id])
  const enter = (id: string) => {
    const box = boxHolding(id)
    if (box?.kind === 'group') toggle(box.id)
    else if (box) start(box.id)
  }
  const leave = (id: string) => {
    const group = boxHolding(id)?.within
    if (group) setSearch({ open: openGroups.filter((one) => one !== group).join() || 'none', at: group })
  }
  if (graph.edges.length === 0 && graph.nodes.length < 2 && !search.isImpact) {
    return (
      <NothingHere
        isFiltered={search.types.length > 0}
        hasRoot={search.root !== undefined}
        setSearch={setSearch}
      />
    )
  }
  const isPicture = search.view !== 'list'
  const isCrowded = search.view === 'picture' && folded.boxes.filter((box) => !box.isOpen).length > readable
  return (
    <div className={styles.card}>
      <ViewBar search={search} setSearch={setSearch} grouping={grouping} folded={folded} />
      {isCrowded && (
        <Note tone="info">
          This is a lot for a picture. The matrix shows the same as a table, and groups show less at once.{' '}
          <Button look="quiet" onClick={() => setSearch({ view: 'matrix' })}>
            Show the matrix
          </Button>
        </Note>
      )}
      <div className={styles.split}>
        {search.view === 'list' ? (
          <ListView graph={graph} isImpact={search.isImpact} onRoot={start} />
        ) : search.view === 'matrix' ? (
          <MatrixView folded={folded} tones={tones} selectedId={link?.id} onSelect={select} />
        ) : (
          <LaidPicture
            folded={folded}
            tones={tones}
            rootId={root?.id}
            selectedId={link?.id ?? selected?.id}
            isImpact={search.isImpact}
            path={path}
            onSelect={select}
            onEnter={enter}
            onLeave={leave}
          />
        )}
        {link && isPicture ? (
          <LinkPanel link={link} folded={folded} graph={graph} onSelect={select} />
        ) : selected && isPicture ? (
          <BoxPanel
            box={selected}
            folded={folded}
            isRoot={selected.id === root?.id}
            onSelect={select}
            onToggle={toggle}
            onRoot={start}
            onImpact={(id) =>
              setSearch({
                root: keyOf(id),
                to: undefined,
                mode: 'impact',
                at: undefined,
                view: undefined,
                open: undefined,
              })
            }
          />
        ) : (
          impact && <ImpactPanel impact={impact} />
        )}
      </div>
      {search.view !== 'list' && <Legend tones={tones} isImpact={search.isImpact} />}
    </div>
  )
}
