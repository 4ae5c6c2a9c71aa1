import type { Placed, PlacedNode } from '../layout/placed.ts'

/** Which part of the world is in view: a point of it is on the screen at `x + scale * worldX`. */
export interface Camera {
  readonly x: number
  readonly y: number
  readonly scale: number
}

export interface Size {
  readonly width: number
  readonly height: number
}

export interface Point {
  readonly x: number
  readonly y: number
}

export interface Area {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

const minScale = 0.03
const maxScale = 2.5
/** Below this, the text inside nodes is illegible. */
export const readableScale = 0.5
/** Below this, not even a name fits into its node. */
export const nameableScale = 0.25

const clampedScale = (scale: number): number => Math.min(maxScale, Math.max(minScale, scale))

export const toWorld = ({ x, y, scale }: Camera, at: Point): Point => ({
  x: (at.x - x) / scale,
  y: (at.y - y) / scale,
})

/** Zooms in or out, keeping the point under the pointer where it is. */
export function zoomAt(camera: Camera, at: Point, factor: number): Camera {
  const scale = clampedScale(camera.scale * factor)
  const point = toWorld(camera, at)
  return { scale, x: at.x - point.x * scale, y: at.y - point.y * scale }
}

export function fit({ width, height }: Pick<Placed, 'width' | 'height'>, screen: Size): Camera {
  const margin = 28
  const scale = clampedScale(
    Math.min(
      (screen.width - 2 * margin) / Math.max(1, width),
      (screen.height - 2 * margin) / Math.max(1, height),
      1,
    ),
  )
  return { scale, x: (screen.width - width * scale) / 2, y: (screen.height - height * scale) / 2 }
}

const nearScale = 0.72

/** A node at a legible scale, half-way down the screen and at a given fraction across it. */
export const showAt = (node: PlacedNode, screen: Size, across: number): Camera => ({
  scale: nearScale,
  x: screen.width * across - (node.x + node.width / 2) * nearScale,
  y: screen.height / 2 - (node.y + node.height / 2) * nearScale,
})

/** Keeps the content in view: at most a margin stays empty beside a larger graph. */
export const keepIn = (camera: Camera, { width, height }: Size, screen: Size): Camera => ({
  ...camera,
  x: clamped(camera.x, width * camera.scale, screen.width),
  y: clamped(camera.y, height * camera.scale, screen.height),
})

function clamped(start: number, length: number, room: number): number {
  const margin = 28
  if (length + 2 * margin <= room) return start
  return Math.min(margin, Math.max(room - margin - length, start))
}

/** Moves as little as needed to bring a node fully into view. */
export function bringIntoView(camera: Camera, node: PlacedNode, screen: Size): Camera {
  const left = camera.x + node.x * camera.scale
  const top = camera.y + node.y * camera.scale
  return {
    ...camera,
    x: camera.x + shift(left, node.width * camera.scale, screen.width),
    y: camera.y + shift(top, node.height * camera.scale, screen.height),
  }
}

function shift(start: number, length: number, room: number): number {
  const margin = 40
  if (start < margin) return margin - start
  return Math.min(0, room - margin - start - length)
}

/** The visible area and a little around it, in steps, so that small moves draw nothing new. */
export function seenArea(camera: Camera, screen: Size): Area {
  const stepX = screen.width / camera.scale / 4
  const stepY = screen.height / camera.scale / 4
  const { x, y } = toWorld(camera, { x: 0, y: 0 })
  const left = (Math.floor(x / stepX) - 0.25) * stepX
  const top = (Math.floor(y / stepY) - 0.25) * stepY
  return { left, top, right: left + stepX * 5.5, bottom: top + stepY * 5.5 }
}

export const isNodeIn = (node: PlacedNode, { left, top, right, bottom }: Area): boolean =>
  node.x + node.width >= left && node.x <= right && node.y + node.height >= top && node.y <= bottom

export const within = ({ x, y }: Point, node: Omit<PlacedNode, 'id'>): boolean =>
  x >= node.x && x <= node.x + node.width && y >= node.y && y <= node.y + node.height
