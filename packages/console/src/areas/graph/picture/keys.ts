import type { KeyboardEvent } from 'react'
import type { Camera } from './camera.ts'
import { type Heading, nextNode, type Scene } from './scene.ts'

interface Keyed {
  readonly scene: Scene
  readonly selectedId: string | undefined
  readonly rootId: string | undefined
  readonly select: (id: string | undefined) => void
  readonly onEnter: (id: string) => void
  readonly onLeave: (id: string) => void
  readonly zoom: (factor: number) => void
  readonly showAll: () => void
  readonly setCamera: (change: (before: Camera) => Camera) => void
}

const headings: Readonly<Record<string, Heading>> = {
  ArrowLeft: 'left',
  ArrowRight: 'right',
  ArrowUp: 'up',
  ArrowDown: 'down',
}

const stride = 60
const moves: Readonly<Record<Heading, readonly [number, number]>> = {
  left: [stride, 0],
  right: [-stride, 0],
  up: [0, stride],
  down: [0, -stride],
}

/** Everything the mouse can do, by keyboard. */
export const keyHandler = (keyed: Keyed) => (event: KeyboardEvent) => {
  if (event.metaKey || event.ctrlKey || event.altKey) return
  if (act(keyed, event)) event.preventDefault()
}

function act({ scene, selectedId, rootId, ...told }: Keyed, { key, shiftKey }: KeyboardEvent): boolean {
  const heading = headings[key]
  if (heading && shiftKey) {
    const [dx, dy] = moves[heading]
    told.setCamera((now) => ({ ...now, x: now.x + dx, y: now.y + dy }))
  } else if (heading) {
    const from = scene.byId.get(selectedId ?? '')
    const next = from ? nextNode(scene, from, heading) : (scene.byId.get(rootId ?? '') ?? scene.nodes[0])
    if (next) told.select(next.box.id)
  } else if (key === '+' || key === '=') told.zoom(1.25)
  else if (key === '-') told.zoom(1 / 1.25)
  else if (key === '0') told.showAll()
  else if (key === 'Escape' && selectedId !== undefined) told.select(undefined)
  else if (key === 'Enter' && selectedId !== undefined) told.onEnter(selectedId)
  else if (key === 'Backspace' && selectedId !== undefined) told.onLeave(selectedId)
  else return false
  return true
}
