import type { Sequence, Step } from './diagram.ts'
import type { Box, Picture, Point, Stroke } from './picture.ts'
import { counted } from './place-flow.ts'
import { lineHeight, linesOf, widest } from './text-size.ts'

const margin = 16
const gap = 56
const step = 16
const loopWidth = 44

/** Participants beside each other, and below them what happens, from top to bottom. */
export function placeSequence({ title, actors, steps }: Sequence): Picture {
  const columns = actors.map(({ label }) => {
    const lines = linesOf(label, 140)
    return { lines, width: Math.max(widest(lines) + 28, 84), x: 0 }
  })
  const columnOf = new Map(actors.map(({ id }, index) => [id, index]))
  const indexOf = (id: string): number => columnOf.get(id) ?? 0
  placeColumns(columns, steps, indexOf)
  const centre = (id: string): number => columns[indexOf(id)]?.x ?? 0
  const width = Math.max(...columns.map((one) => one.x + one.width / 2)) + margin + loopWidth

  const behind: Box[] = []
  const boxes: Box[] = []
  const strokes: Stroke[] = []
  const open: { y: number; lines: readonly string[] }[] = []
  let y = margin
  if (title !== '') {
    const lines = linesOf(title, 400)
    boxes.push({ shape: 'title', x: 0, y, width, height: lines.length * lineHeight, lines })
    y += lines.length * lineHeight + step
  }
  const headHeight = Math.max(...columns.map(({ lines }) => lines.length), 1) * lineHeight + 16
  const top = y
  for (const { x, width: own, lines } of columns)
    boxes.push({ shape: 'actor', x: x - own / 2, y: top, width: own, height: headHeight, lines })
  y += headHeight + step

  const across = (height: number, lines: readonly string[]): Box => {
    const inset = margin / 2 + open.length * 6
    return { shape: 'block', x: inset, y, width: width - 2 * inset, height, lines }
  }
  const message = (one: Extract<Step, { type: 'message' }>): void => {
    const [from, to] = [centre(one.from), centre(one.to)]
    const lines = linesOf(one.label, Math.max(Math.abs(from - to) - 16, 140))
    const height = lines.length * lineHeight
    const middle = from === to ? from + loopWidth / 2 + widest(lines) / 2 + 8 : (from + to) / 2
    const labelWidth = widest(lines) + 8
    if (lines.length > 0)
      boxes.push({ shape: 'label', x: middle - labelWidth / 2, y, width: labelWidth, height, lines })
    y += height + 4
    const points: readonly Point[] =
      from === to
        ? [
            { x: from, y },
            { x: from + loopWidth, y },
            { x: from + loopWidth, y: y + 16 },
            { x: from, y: y + 16 },
          ]
        : [
            { x: from, y },
            { x: to, y },
          ]
    strokes.push({ points, line: one.line, head: one.head, tail: 'none' })
    y += (from === to ? 16 : 0) + step
  }
  const note = ({ over, side, label }: Extract<Step, { type: 'note' }>): void => {
    const lines = linesOf(label, 180)
    const places = over.map(centre)
    const [left, right] = [Math.min(...places), Math.max(...places)]
    const own = Math.max(widest(lines) + 20, right - left + (left === right ? 0 : 40))
    const x = side === 'left' ? left - own - 8 : side === 'right' ? right + 8 : (left + right) / 2 - own / 2
    const height = lines.length * lineHeight + 10
    boxes.push({ shape: 'note', x: Math.max(4, Math.min(x, width - own - 4)), y, width: own, height, lines })
    y += height + step
  }

  for (const one of steps) {
    if (one.type === 'message') message(one)
    else if (one.type === 'note') note(one)
    else if (one.type === 'begin') {
      open.push({ y, lines: linesOf(one.label, width - 60) })
      y += (open.at(-1)?.lines.length ?? 1) * lineHeight + step
    } else if (one.type === 'else') {
      const { x, width: own } = across(0, [])
      strokes.push({
        points: [
          { x, y },
          { x: x + own, y },
        ],
        ...{ line: 'divider', head: 'none', tail: 'none' },
      })
      const lines = linesOf(one.label, width - 60)
      boxes.push({
        shape: 'label',
        x: x + 8,
        y: y + 4,
        width: widest(lines) + 8,
        height: lines.length * lineHeight,
        lines,
      })
      y += lines.length * lineHeight + step
    } else {
      const begun = open.pop()
      if (begun) behind.push({ ...across(y - begun.y, begun.lines), y: begun.y })
      y += step
    }
  }
  const lives = columns.map(({ x }): Stroke => {
    const points = [
      { x, y: top + headHeight },
      { x, y },
    ]
    return { points, line: 'life', head: 'none', tail: 'none' }
  })
  const messages = steps.filter(({ type }) => type === 'message').length
  return {
    ...{ width, height: y + margin, boxes, behind: behind.toReversed() },
    strokes: [...lives, ...strokes],
    about: `Sequence diagram with ${counted(actors.length, 'participant')} and ${counted(messages, 'message')}`,
    sentences: sentencesOf({ type: 'sequence', title, actors, steps }),
  }
}

/** As far apart as the longest message between two neighbours needs. */
function placeColumns(
  columns: { width: number; x: number }[],
  steps: readonly Step[],
  indexOf: (id: string) => number,
): void {
  const apart = columns.map(() => 0)
  for (const one of steps) {
    if (one.type !== 'message') continue
    const [low = 0, high = 0] = [indexOf(one.from), indexOf(one.to)].sort((a, b) => a - b)
    const needed = Math.min(widest(linesOf(one.label, 220)) + 32, 260)
    if (high - low <= 1) apart[low] = Math.max(apart[low] ?? 0, needed + (low === high ? loopWidth : 0))
  }
  let x = margin
  columns.forEach((column, index) => {
    const before = columns[index - 1]
    if (before) x = before.x + Math.max((before.width + column.width) / 2 + gap / 2, apart[index - 1] ?? 0)
    else x += column.width / 2
    column.x = x
  })
}

function sentencesOf({ actors, steps }: Sequence): readonly string[] {
  const names = new Map(actors.map(({ id, label }) => [id, label.replaceAll('\n', ' ')]))
  const named = (id: string): string => names.get(id) ?? id
  return steps.flatMap((one) => {
    if (one.type === 'message')
      return [`${named(one.from)} → ${named(one.to)}${one.label && `: ${one.label}`}`]
    if (one.type === 'note') return [`Note (${one.over.map(named).join(', ')}): ${one.label}`]
    return one.type === 'finish' ? ['end'] : [one.label]
  })
}
