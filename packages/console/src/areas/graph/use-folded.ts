import { useMemo } from 'react'
import { fold, type Folded } from './fold/fold.ts'
import { few, groupBoxId, groupOf, type Grouping, usualGrouping } from './fold/groups.ts'
import type { Graph } from './graph.ts'
import type { GraphSearch } from './graph-search.ts'

interface FoldedGraph {
  readonly folded: Folded
  readonly grouping: Grouping
  readonly openGroups: readonly string[]
}

/** Around one entity, as many services as are drawn without groups. */
const fewAround = 40

/** What is drawn of a graph, as the address says. */
export function useFolded(graph: Graph, search: GraphSearch): FoldedGraph {
  const { level, open, root, to } = search
  const grouping =
    search.grouping ?? suitable(graph, { isWhole: root === undefined, isPath: to !== undefined, level })
  const rootId = root?.split(':')[1]
  // The address is read anew each time; its text is what may have changed.
  const asked = typeof open === 'object' ? open.join() : open
  return useMemo(() => {
    const start = graph.nodes.find(({ id }) => id === rootId)
    const startGroup = start && groupOf(start, grouping)
    const opened = new Set(
      asked === undefined ? (startGroup ? [groupBoxId(startGroup.id)] : []) : asked.split(','),
    )
    const isOpen = (id: string) => asked === 'all' || opened.has(id)
    const folded = fold(graph, { level, grouping, isOpen })
    const openGroups = folded.boxes.filter((box) => box.isOpen).map(({ id }) => id)
    return { folded, grouping, openGroups }
  }, [graph, level, grouping, asked, rootId])
}

interface About {
  readonly isWhole: boolean
  readonly isPath: boolean
  readonly level: GraphSearch['level']
}

function suitable({ nodes }: Graph, { isWhole, isPath, level }: About): Grouping {
  const most = isPath || level === 'all' ? Number.POSITIVE_INFINITY : isWhole ? few : fewAround
  const services = nodes.filter(({ kind }) => kind === 'component').length
  return services <= most ? 'none' : usualGrouping(nodes)
}
