import type { Actor } from '../../store/event.ts'
import type { Store } from '../../store/open.ts'
import type { Organisation } from '../../store/queries/organisations.ts'

/** Who is calling, and everything that an answer needs. */
export interface Directory {
  readonly store: Store
  readonly now: () => Date
  readonly organisation: Organisation
  /** The token, by its name. */
  readonly actor: Actor
  /** Where SCIM is, as the directory knows it. */
  readonly url: string
}

export interface Paging {
  readonly filter: string | undefined
  readonly startIndex: number
  readonly count: number
}

export const maxResults = 200
