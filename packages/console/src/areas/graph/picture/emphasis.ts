import type { Scene } from './scene.ts'

/** What stands out; everything else is faint. */
export interface Emphasis {
  readonly boxes: ReadonlySet<string>
  readonly links: ReadonlySet<string>
}

/** A box with its neighbours, or a link with its two ends. */
export function emphasisOn(
  { links, byId }: Pick<Scene, 'links' | 'byId'>,
  id: string | undefined,
): Emphasis | undefined {
  if (id === undefined) return undefined
  const near = links.filter(({ link }) => link.id === id || link.from === id || link.to === id)
  if (near.length === 0 && !byId.has(id)) return undefined
  const within = [...byId.values()].filter(({ box }) => box.within === id).map(({ box }) => box.id)
  return {
    boxes: new Set([id, ...within, ...near.flatMap(({ link }) => [link.from, link.to])]),
    links: new Set(near.map(({ link }) => link.id)),
  }
}
