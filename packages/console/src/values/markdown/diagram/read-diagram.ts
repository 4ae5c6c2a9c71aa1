import { type Diagram, diagramLimits, DiagramTrouble } from './diagram.ts'
import { readFlowchart } from './read-flowchart.ts'
import { readSequence } from './read-sequence.ts'
import { readStates } from './read-states.ts'
import type { SourceLine } from './source-line.ts'

/** The first word of a diagram, and who reads it. */
const readers: Readonly<Record<string, (lines: readonly SourceLine[]) => Diagram>> = {
  flowchart: readFlowchart,
  graph: readFlowchart,
  sequenceDiagram: readSequence,
  stateDiagram: readStates,
  'stateDiagram-v2': readStates,
}

/** What a text in the language of Mermaid says. */
export function readDiagram(source: string): Diagram {
  if (source.length > diagramLimits.characters)
    throw new DiagramTrouble(
      `A diagram can have up to ${diagramLimits.characters.toLocaleString('en')} characters.`,
    )
  const lines = linesOf(source)
  const word = lines[0]?.text.split(/[\s;]/, 1)[0] ?? ''
  if (word === '') throw new DiagramTrouble('This diagram is empty.')
  const read = Object.hasOwn(readers, word) ? readers[word] : undefined
  if (!read)
    throw new DiagramTrouble(
      `Flowcharts (flowchart, graph), sequenceDiagram and stateDiagram-v2 are drawn; “${word.slice(0, 40)}” is not.`,
    )
  return read(lines)
}

/** Without comments, front matter and empty lines. */
function linesOf(source: string): readonly SourceLine[] {
  const lines = source.split('\n').map((text, index) => ({ number: index + 1, text: text.trim() }))
  const first = lines.findIndex(({ text }) => text !== '')
  const last =
    lines[first]?.text === '---' ? lines.findIndex(({ text }, n) => n > first && text === '---') : -1
  return lines.filter(({ text }, index) => index > last && text !== '' && !text.startsWith('%%'))
}
