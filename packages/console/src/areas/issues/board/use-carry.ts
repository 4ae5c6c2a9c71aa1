import { inWords, type IssueStatus } from '@svc/model'
import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react'
import { type Issue, neighbour } from './groups.ts'

/** A card in somebody's hand. */
export interface Carried {
  readonly issue: Issue
  readonly target: IssueStatus | null
  /** Where the hand is, where it is one; a card moved by keys stays in its place until it is put down. */
  readonly at: { readonly x: number; readonly y: number; readonly width: number } | null
}

interface Grip {
  readonly issue: Issue
  readonly x: number
  readonly y: number
  readonly offsetX: number
  readonly offsetY: number
  readonly width: number
}

/** So far a hand may tremble before a click becomes a move. */
const slackPx = 6

/** Picks a card up, by mouse or by keys, and says where it is put down. */
export function useCarry(onDrop: (issue: Issue, status: IssueStatus) => void) {
  const [carried, setCarried] = useState<Carried | null>(null)
  const [said, say] = useState('')
  const grip = useRef<Grip | null>(null)
  const hasMoved = useRef(false)

  const end = (words: string) => {
    grip.current = null
    setCarried(null)
    say(words)
  }
  const drop = ({ issue, target }: Carried) => {
    const isMove = target !== null && target !== issue.status
    end(isMove ? `${issue.title} moved to ${inWords(target)}.` : `${issue.title} stays.`)
    if (isMove) onDrop(issue, target)
  }

  const isInHand = carried?.at != null
  useEffect(() => {
    if (!isInHand) return
    const onKey = (event: globalThis.KeyboardEvent) => {
      if (event.key === 'Escape') end('Put back.')
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  })

  return {
    carried,
    said,
    /** For the card: the whole of it can be gripped. Fingers scroll, so they use the menu. */
    cardProps: (issue: Issue) => ({
      onPointerDown(event: PointerEvent<HTMLElement>) {
        hasMoved.current = false
        if (event.button !== 0 || event.pointerType === 'touch' || isControl(event.target)) return
        const box = event.currentTarget.getBoundingClientRect()
        const { clientX: x, clientY: y } = event
        grip.current = { issue, x, y, offsetX: x - box.left, offsetY: y - box.top, width: box.width }
      },
      onPointerMove(event: PointerEvent<HTMLElement>) {
        const held = grip.current
        if (!held || held.issue.id !== issue.id) return
        const { clientX: x, clientY: y } = event
        if (!hasMoved.current) {
          if (Math.hypot(x - held.x, y - held.y) < slackPx) return
          hasMoved.current = true
          event.currentTarget.setPointerCapture(event.pointerId)
          say(`${issue.title} picked up.`)
        }
        const at = { x: x - held.offsetX, y: y - held.offsetY, width: held.width }
        setCarried({ issue: held.issue, target: statusAt(x, y), at })
      },
      onPointerUp() {
        grip.current = null
        if (carried?.at) drop(carried)
      },
      onPointerCancel: () => end(''),
      // Links and pictures would be dragged by the browser itself.
      onDragStart: (event: { preventDefault(): void }) => event.preventDefault(),
      onClickCapture(event: { preventDefault(): void; stopPropagation(): void }) {
        if (!hasMoved.current) return
        hasMoved.current = false
        event.preventDefault()
        event.stopPropagation()
      },
    }),
    /** For the link in the card, which is what the keyboard reaches. */
    linkProps: (issue: Issue) => ({
      onKeyDown(event: KeyboardEvent) {
        const isOwn = carried?.issue.id === issue.id
        if (event.key === ' ') {
          event.preventDefault()
          if (isOwn && carried) return drop(carried)
          setCarried({ issue, target: issue.status, at: null })
          say(`${issue.title} picked up, now ${inWords(issue.status)}. Arrows choose, space puts down.`)
        } else if (isOwn && carried?.target && event.key.startsWith('Arrow')) {
          event.preventDefault()
          const target = neighbour(carried.target, event.key)
          setCarried({ ...carried, target })
          say(inWords(target))
        } else if (isOwn && carried && event.key === 'Enter') {
          event.preventDefault()
          drop(carried)
        } else if (isOwn && event.key === 'Escape') end(`${issue.title} stays.`)
      },
      onBlur: () => carried?.at === null && carried.issue.id === issue.id && end(''),
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
