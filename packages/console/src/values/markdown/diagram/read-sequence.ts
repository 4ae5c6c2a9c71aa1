import {
  type Actor,
  diagramLimits,
  DiagramTrouble,
  type Head,
  type Sequence,
  type Step,
  trouble,
} from './diagram.ts'
import { labelOf, type SourceLine } from './source-line.ts'

const message = /^(.+?)\s*(<<-->>|<<->>|-->>|->>|-->|->|--x|-x|--\)|-\))\s*[+-]?\s*([^:]+?)\s*:(.*)$/
const note = /^note\s+(left of|right of|over)\s+([^:]+):(.*)$/i
const block = /^(loop|alt|opt|par|critical|break|rect|box)\b\s*(.*)$/
const between = /^(else|and|option)\b\s*(.*)$/
const ignored = /^(activate|deactivate|link|links|accTitle|accDescr)\b/

export function readSequence(lines: readonly SourceLine[]): Sequence {
  const actors = new Map<string, Actor>()
  const steps: Step[] = []
  const open: string[] = []
  let title = ''
  let next: number | null = null
  const actor = (id: string): string => {
    if (!actors.has(id)) actors.set(id, { id, label: labelOf(id) })
    return id
  }

  const read = ({ number, text }: SourceLine): void => {
    const [, id, label] = /^(?:create\s+)?(?:participant|actor)\s+(.+?)(?:\s+as\s+(.+))?$/.exec(text) ?? []
    if (id !== undefined) {
      actors.set(id, { id, label: labelOf(label ?? id) })
      return
    }
    const [, called] = /^title:?\s+(.+)$/.exec(text) ?? []
    if (called !== undefined) {
      title = labelOf(called)
      return
    }
    if (text === 'autonumber') {
      next = 1
      return
    }
    const [, word, about = ''] = block.exec(text) ?? []
    if (word !== undefined) {
      open.push(word)
      if (!isPlain(word)) steps.push({ type: 'begin', label: `${word} ${labelOf(about)}`.trim() })
      return
    }
    const [, again, meanwhile = ''] = between.exec(text) ?? []
    if (again !== undefined) {
      if (open.length === 0) throw trouble(number, `“${again}” is in no block.`)
      steps.push({ type: 'else', label: `${again} ${labelOf(meanwhile)}`.trim() })
      return
    }
    if (text === 'end') {
      const ended = open.pop()
      if (ended === undefined) throw trouble(number, '“end” closes nothing.')
      if (!isPlain(ended)) steps.push({ type: 'finish' })
      return
    }
    const [, place, over = '', words = ''] = note.exec(text) ?? []
    if (place !== undefined) {
      const side = place.toLowerCase().split(' ')[0] as 'left' | 'right' | 'over'
      const ids = over.split(',', 2).map((one) => actor(one.trim()))
      steps.push({ type: 'note', over: ids, side, label: labelOf(words) })
      return
    }
    const [, from, arrow = '', to, said = ''] = message.exec(text) ?? []
    if (from === undefined || to === undefined)
      throw trouble(number, `“${text.slice(0, 40)}” cannot be read.`)
    const numbered = next === null ? '' : `${next++}. `
    steps.push({
      type: 'message',
      from: actor(from),
      to: actor(to),
      label: numbered + labelOf(said),
      line: arrow.includes('--') ? 'dotted' : 'solid',
      head: headOf(arrow),
    })
  }

  for (const line of lines.slice(1)) {
    if (!ignored.test(line.text)) read(line)
    if (actors.size > diagramLimits.actors || steps.length > diagramLimits.steps)
      throw new DiagramTrouble(
        `A sequence can have up to ${diagramLimits.actors} participants and ${diagramLimits.steps} steps.`,
      )
  }
  if (open.length > 0) throw new DiagramTrouble(`“${open.at(-1)}” is not closed: “end” is missing.`)
  if (actors.size === 0) throw new DiagramTrouble('This diagram has no participants.')
  return { type: 'sequence', title, actors: [...actors.values()], steps }
}

/** Blocks that only colour what is in them. */
const isPlain = (word: string): boolean => word === 'rect' || word === 'box'

function headOf(arrow: string): Head {
  if (arrow.endsWith('>>')) return 'arrow'
  if (arrow.endsWith('x')) return 'cross'
  return arrow.endsWith(')') ? 'open' : 'none'
}
