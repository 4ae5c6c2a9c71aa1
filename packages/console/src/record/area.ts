import type { ComponentType } from 'react'
import type { AreaParts } from '../values/area-parts.ts'

/** A page at an address of its own; its code comes when it is looked at. */
export interface Page {
  readonly path: string
  load(): Promise<ComponentType>
  /** Pages inside this one, which is the frame around them. */
  readonly pages?: readonly Page[]
  /** Where someone is led who asks for the frame alone. */
  readonly first?: string
}

/** What an area of the console adds to it. Areas know nothing of each other; only the app knows them all. */
export interface Area extends Partial<Omit<AreaParts, 'figures'>> {
  readonly routes?: readonly Page[]
}
