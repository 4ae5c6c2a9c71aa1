import { type Direction, type Flow, trouble } from './diagram.ts'
import { directionOf, type FlowBuilder, startFlow } from './flow-builder.ts'
import { labelOf, type SourceLine } from './source-line.ts'

const ignored = /^(classDef|class|style|hide|scale|accTitle|accDescr)\b/
const special = { choice: 'diamond', fork: 'bar', join: 'bar' } as const

export function readStates(lines: readonly SourceLine[]): Flow {
  const flow = startFlow()
  let direction: Direction = 'TB'
  for (const line of lines.slice(1)) {
    const [, word] = /^direction\s+(\w+)$/.exec(line.text) ?? []
    if (word !== undefined) {
      // That of a composite state cannot differ from the whole.
      if (flow.group() === null) direction = directionOf(word) ?? direction
    } else if (!ignored.test(line.text)) readLine(flow, line)
  }
  return flow.flow(direction, '')
}

function readLine(flow: FlowBuilder, { number, text }: SourceLine): void {
  if (text === '}') {
    if (!flow.finish()) throw trouble(number, '“}” closes nothing.')
    return
  }
  const [, from, to, label = ''] = /^(\S+)\s*-->\s*([^\s:]+)\s*(?::(.*))?$/.exec(text) ?? []
  if (from !== undefined && to !== undefined) {
    const ends = { from: stateOf(flow, from, 'start'), to: stateOf(flow, to, 'end') }
    flow.edge({ ...ends, label: labelOf(label), line: 'solid', head: 'arrow', tail: 'none' })
    return
  }
  const [, called, as, opens] = /^state\s+"([^"]*)"\s+as\s+([^\s{]+)\s*(\{)?$/.exec(text) ?? []
  if (called !== undefined && as !== undefined) {
    if (opens) flow.begin(as, labelOf(called))
    else flow.node(as, labelOf(called), 'round')
    return
  }
  const [, composite] = /^state\s+([^\s{]+)\s*\{$/.exec(text) ?? []
  if (composite !== undefined) {
    flow.begin(composite, composite)
    return
  }
  const [, id, kind] = /^state\s+([^\s<]+)(?:\s*<<(choice|fork|join)>>)?$/.exec(text) ?? []
  if (id !== undefined) {
    if (kind === undefined) flow.node(id, undefined, 'round')
    else flow.node(id, '', special[kind as keyof typeof special])
    return
  }
  const [, state, about] = /^([^\s:]+)\s*(?::(.*))?$/.exec(text) ?? []
  if (state === undefined || /^note\b/.test(text))
    throw trouble(number, `“${text.slice(0, 40)}” cannot be drawn in a state diagram.`)
  flow.node(state, about === undefined ? undefined : labelOf(about), 'round')
}

/** `[*]` is the start or the end of what it is in. */
function stateOf(flow: FlowBuilder, id: string, where: 'start' | 'end'): string {
  if (id === '[*]') return flow.node(`[*] ${where} ${flow.group() ?? ''}`, '', where)
  return flow.node(id)
}
