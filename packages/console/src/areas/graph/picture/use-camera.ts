import { type RefObject, useEffect, useRef, useState } from 'react'
import { type Camera, type Point, type Size, zoomAt } from './camera.ts'

const start: Camera = { x: 0, y: 0, scale: 1 }

interface Gestures {
  readonly camera: Camera
  readonly screen: Size | undefined
  readonly setCamera: (change: Camera | ((before: Camera) => Camera)) => void
}

/** Pan by dragging, zoom by wheel or pinch. A press that did not move goes to `onPress`. */
export function useCamera(
  frame: RefObject<HTMLElement | null>,
  onPress: (at: Point, camera: Camera) => void,
): Gestures {
  const [camera, setCamera] = useState(start)
  const [screen, setScreen] = useState<Size>()

  useEffect(() => {
    const element = frame.current
    if (!element) return
    const observer = new ResizeObserver(([entry]) => {
      if (entry) setScreen({ width: entry.contentRect.width, height: entry.contentRect.height })
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [frame])

  const latest = useRef({ camera, onPress })
  useEffect(() => {
    latest.current = { camera, onPress }
  })

  useEffect(() => {
    const element = frame.current
    if (!element) return
    const press = (at: Point) => latest.current.onPress(at, latest.current.camera)
    return listen(element, { setCamera, press })
  }, [frame])

  return { camera, screen, setCamera }
}

interface Callbacks {
  readonly setCamera: (change: (before: Camera) => Camera) => void
  readonly press: (at: Point) => void
}

const dragThreshold = 4

function listen(element: HTMLElement, { setCamera, press }: Callbacks): () => void {
  const stop = new AbortController()
  const options = { signal: stop.signal }
  const fingers = new Map<number, Point>()
  let travelled = 0
  const pointOf = ({ clientX, clientY }: MouseEvent): Point => {
    const { left, top } = element.getBoundingClientRect()
    return { x: clientX - left, y: clientY - top }
  }

  element.addEventListener(
    'wheel',
    (event) => {
      event.preventDefault()
      const lines = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 16 : 1
      const factor = Math.exp(-event.deltaY * lines * (event.ctrlKey ? 0.01 : 0.0016))
      setCamera((before) => zoomAt(before, pointOf(event), factor))
    },
    { ...options, passive: false },
  )
  element.addEventListener(
    'pointerdown',
    (event) => {
      if (event.button !== 0) return
      if (fingers.size === 0) travelled = 0
      fingers.set(event.pointerId, pointOf(event))
      element.setPointerCapture(event.pointerId)
    },
    options,
  )
  element.addEventListener(
    'pointermove',
    (event) => {
      const before = fingers.get(event.pointerId)
      if (!before) return
      const now = pointOf(event)
      const other = [...fingers].find(([id]) => id !== event.pointerId)?.[1]
      fingers.set(event.pointerId, now)
      travelled += distance(before, now)
      if (travelled < dragThreshold) return
      setCamera((camera) => {
        const moved = { ...camera, x: camera.x + now.x - before.x, y: camera.y + now.y - before.y }
        return other ? zoomAt(camera, other, distance(other, now) / distance(other, before)) : moved
      })
    },
    options,
  )
  for (const end of ['pointerup', 'pointercancel'] as const) {
    element.addEventListener(
      end,
      (event) => {
        if (!fingers.delete(event.pointerId)) return
        if (end === 'pointerup' && travelled < dragThreshold && fingers.size === 0) press(pointOf(event))
      },
      options,
    )
  }
  return () => stop.abort()
}

const distance = (a: Point, b: Point): number => Math.max(0.01, Math.hypot(a.x - b.x, a.y - b.y))
