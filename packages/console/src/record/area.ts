import type { ComponentType } from 'react'
import type { AreaParts } from '../values/area-parts.ts'

/** A page with its own address; its code is loaded on demand. */
export interface Page {
  readonly path: string
  load(): Promise<ComponentType>
  /** Nested pages, which this one frames. */
  readonly pages?: readonly Page[]
  /** The nested page to redirect to from the frame's own address. */
  readonly first?: string
}

/** What an area adds to the console. Areas do not know each other; only the app knows them all. */
export interface Area extends Partial<Omit<AreaParts, 'figures'>> {
  readonly routes?: readonly Page[]
}
