import { inWords, type IssueStatus } from '@svc/model'
import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react'
import { type Issue, neighbour } from './groups.ts'

/** The card that is being dragged. */
export interface DraggedCard {
  readonly issue: Issue
  readonly target: IssueStatus | null
  /** Where the pointer is; a card moved by keyboard stays in place until it is dropped. */
  readonly at: { readonly x: number; readonly y: number; readonly width: number } | null
}

interface PointerStart {
  readonly issue: Issue
  readonly x: number
  readonly y: number
  readonly offsetX: number
  readonly offsetY: number
  readonly width: number
}

/** How far the pointer may move before a click becomes a drag. */
const dragThresholdPx = 6

/** Picks up a card, by mouse or keyboard, and reports where it is dropped. */
export function useDrag(onDrop: (issue: Issue, status: IssueStatus) => void) {
  const [dragged, setDragged] = useState<DraggedCard | null>(null)
  const [announcement, announce] = useState('')
  const start = useRef<PointerStart | null>(null)
  const hasMoved = useRef(false)

  const end = (words: string) => {
    start.current = null
    setDragged(null)
    announce(words)
  }
  const drop = ({ issue, target }: DraggedCard) => {
    const isMove = target !== null && target !== issue.status
    end(isMove ? `${issue.title} moved to ${inWords(target)}.` : `${issue.title} was not moved.`)
    if (isMove) onDrop(issue, target)
  }

  const isPointerDrag = dragged?.at != null
  useEffect(() => {
    if (!isPointerDrag) return
    const onKey = (event: globalThis.KeyboardEvent) => {
      if (event.key === 'Escape') end('Move cancelled.')
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  })

  return {
    dragged,
    announcement,
    /** For the card, all of which can be dragged. On touch screens dragging scrolls, so people use the menu there. */
    cardProps: (issue: Issue) => ({
      onPointerDown(event: PointerEvent<HTMLElement>) {
        hasMoved.current = false
        if (event.button !== 0 || event.pointerType === 'touch' || isControl(event.target)) return
        const box = event.currentTarget.getBoundingClientRect()
        const { clientX: x, clientY: y } = event
        start.current = { issue, x, y, offsetX: x - box.left, offsetY: y - box.top, width: box.width }
      },
      onPointerMove(event: PointerEvent<HTMLElement>) {
        const started = start.current
        if (!started || started.issue.id !== issue.id) return
        const { clientX: x, clientY: y } = event
        if (!hasMoved.current) {
          if (Math.hypot(x - started.x, y - started.y) < dragThresholdPx) return
          hasMoved.current = true
          event.currentTarget.setPointerCapture(event.pointerId)
          announce(`${issue.title} picked up.`)
        }
        const at = { x: x - started.offsetX, y: y - started.offsetY, width: started.width }
        setDragged({ issue: started.issue, target: statusAt(x, y), at })
      },
      onPointerUp() {
        start.current = null
        if (dragged?.at) drop(dragged)
      },
      onPointerCancel: () => end(''),
      // The browser would drag links and images itself.
      onDragStart: (event: { preventDefault(): void }) => event.preventDefault(),
      onClickCapture(event: { preventDefault(): void; stopPropagation(): void }) {
        if (!hasMoved.current) return
        hasMoved.current = false
        event.preventDefault()
        event.stopPropagation()
      },
    }),
    /** For the link in the card, which takes the keyboard focus. */
    linkProps: (issue: Issue) => ({
      onKeyDown(event: KeyboardEvent) {
        const isOwn = dragged?.issue.id === issue.id
        if (event.key === ' ') {
          event.preventDefault()
          if (isOwn && dragged) return drop(dragged)
          setDragged({ issue, target: issue.status, at: null })
          announce(
            `${issue.title} picked up, now ${inWords(issue.status)}. Use the arrow keys to choose a status, Space to drop.`,
          )
        } else if (isOwn && dragged?.target && event.key.startsWith('Arrow')) {
          event.preventDefault()
          const target = neighbour(dragged.target, event.key)
          setDragged({ ...dragged, target })
          announce(inWords(target))
        } else if (isOwn && dragged && event.key === 'Enter') {
          event.preventDefault()
          drop(dragged)
        } else if (isOwn && event.key === 'Escape') end(`${issue.title} was not moved.`)
      },
      onBlur: () => dragged?.at === null && dragged.issue.id === issue.id && end(''),
    }),
  }
}

const isControl = (target: EventTarget): boolean =>
  target instanceof Element && target.closest('button') !== null

const statusAt = (x: number, y: number): IssueStatus | null => {
  const zone = document
    .elementsFromPoint(x, y)
    .map((element) => element.closest<HTMLElement>('[data-status]'))
    .find(Boolean)
  return (zone?.dataset.status as IssueStatus | undefined) ?? null
}
