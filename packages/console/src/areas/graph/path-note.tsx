import { Button } from '../../design/button.tsx'
import { Note } from '../../design/note.tsx'
import type { GraphSearch, SetSearch } from './graph-search.ts'
import type { FoundPaths } from './use-paths.ts'

interface PathNoteProps {
  readonly search: GraphSearch
  readonly setSearch: SetSearch
  readonly found: FoundPaths
}

/** Whether one depends on the other, in words. */
export function PathNote({ search, setSearch, found }: PathNoteProps) {
  if (found.isPending || found.error) return null
  const { paths, isReversed, isPartial } = found
  const steps = paths?.shortest.length ?? 0
  const nodes = new Map(paths?.graph.nodes.map(({ id, name }) => [id, name]))
  const [from, to] = [search.root, search.to].map((key) => nodes.get(key?.split(':')[1] ?? '') ?? '')
  const [first, second] = isReversed ? [to, from] : [from, to]
  return (
    <Note tone={paths ? 'info' : 'warn'}>
      {paths
        ? `${first} depends on ${second}, ${steps === 1 ? 'directly' : `in ${steps} steps`}. The shortest path stands out. `
        : `Neither depends on the other${isPartial ? ', as far as was looked: 10 steps and 1,000 entities each way' : ''}. `}
      <Button look="quiet" onClick={() => setSearch({ to: undefined, at: undefined })}>
        Close the path
      </Button>
    </Note>
  )
}
