import { type Flow, type Shape, trouble } from './diagram.ts'
import { directionOf, type FlowBuilder, startFlow } from './flow-builder.ts'
import { linkAt } from './read-links.ts'
import { labelOf, type SourceLine } from './source-line.ts'

/** The longest signs first: `[(` also begins with `[`. */
const shapes: readonly (readonly [string, string, Shape])[] = [
  ['(((', ')))', 'circle'],
  ['[[', ']]', 'box'],
  ['[(', ')]', 'cylinder'],
  ['([', '])', 'round'],
  ['((', '))', 'circle'],
  ['{{', '}}', 'hexagon'],
  ['[/', '/]', 'box'],
  ['[\\', '\\]', 'box'],
  ['[', ']', 'box'],
  ['(', ')', 'round'],
  ['{', '}', 'diamond'],
  ['>', ']', 'box'],
]

/** Looks, which follow the console's own, and links, which a document has elsewhere. */
const ignored = /^(classDef|class|style|linkStyle|click|direction|accTitle|accDescr)\b/

const name = /[\p{L}\p{N}_](?:[\p{L}\p{N}_.]|-(?=[\p{L}\p{N}_]))*/uy
const space = /\s*/y
const ofClass = /:::[\w-]+/y
const betweenBars = /\s*\|([^|]*)\|/y

export function readFlowchart(lines: readonly SourceLine[]): Flow {
  const [head, ...rest] = lines.flatMap(statementsIn)
  const direction = directionOf(head?.text.split(/\s+/)[1] ?? '') ?? 'TB'
  const flow = startFlow()
  for (const line of rest) readStatement(flow, line)
  return flow.flow(direction, '')
}

/** Semicolons outside quotes end a statement. */
const statementsIn = ({ number, text }: SourceLine): readonly SourceLine[] =>
  text
    .split(/;(?=(?:[^"]*"[^"]*")*[^"]*$)/)
    .map((part) => ({ number, text: part.trim() }))
    .filter((part) => part.text !== '')

function readStatement(flow: FlowBuilder, { number, text }: SourceLine): void {
  if (ignored.test(text)) return
  if (text === 'end') {
    if (!flow.finish()) throw trouble(number, '“end” closes nothing.')
    return
  }
  const [, subgraph] = /^subgraph\s+(.+)$/.exec(text) ?? []
  if (subgraph !== undefined) {
    const [, id = subgraph, label = id] = /^([^\s[]+)\s*\[(.*)\]$/.exec(subgraph) ?? []
    flow.begin(labelOf(id), labelOf(label))
    return
  }
  readChain(flow, { number, text })
}

/** Nodes, and the links between them: `a & b --> c --> d`. */
function readChain(flow: FlowBuilder, line: SourceLine): void {
  const { number, text } = line
  let [from, at] = readNodes(flow, line, 0)
  while (at < text.length) {
    const link = linkAt(text, at)
    if (!link) throw trouble(number, `“${text.slice(at, at + 20)}” is no link, such as --> or -- text -->.`)
    betweenBars.lastIndex = link.end
    const bars = betweenBars.exec(text)
    const [to, end] = readNodes(flow, line, bars ? betweenBars.lastIndex : link.end)
    const { line: drawn, head, tail } = link
    const label = labelOf(bars?.[1] ?? link.label)
    for (const one of from)
      for (const other of to) flow.edge({ from: one, to: other, label, line: drawn, head, tail })
    from = to
    at = end
  }
}

function readNodes(flow: FlowBuilder, line: SourceLine, begin: number): [readonly string[], number] {
  const ids: string[] = []
  let at = begin
  for (;;) {
    const [id, end] = readNode(flow, line, past(space, line.text, at))
    ids.push(id)
    at = past(space, line.text, end)
    if (line.text[at] !== '&') return [ids, at]
    at += 1
  }
}

function readNode(flow: FlowBuilder, { number, text }: SourceLine, at: number): [string, number] {
  name.lastIndex = at
  const [id] = name.exec(text) ?? []
  if (id === undefined) {
    const found = text.slice(at, at + 20)
    throw trouble(number, found ? `“${found}” is where the name of a node should be.` : 'a node is missing.')
  }
  const begin = at + id.length
  const shape = shapes.find(([sign]) => text.startsWith(sign, begin))
  if (!shape) return [flow.node(id), past(ofClass, text, begin)]
  const [sign, close, drawn] = shape
  const inner = begin + sign.length
  const quoteEnd = text[inner] === '"' ? text.indexOf('"', inner + 1) : -1
  const end = text.indexOf(close, quoteEnd < 0 ? inner : quoteEnd)
  if (end < 0) throw trouble(number, `the label of “${id}” is not closed: “${close}” is missing.`)
  flow.node(id, labelOf(text.slice(inner, end)), drawn)
  return [id, past(ofClass, text, end + close.length)]
}

/** Where the text goes on after what a sticky pattern matches. */
function past(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at
  return pattern.test(text) ? pattern.lastIndex : at
}
