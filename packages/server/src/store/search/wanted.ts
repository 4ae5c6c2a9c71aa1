/** A token of the index, or all that begin with it. */
export interface Term {
  readonly token: string
  readonly isPrefix: boolean
}

/** Of each group at least one. */
export type Wanted = readonly (readonly Term[])[]
