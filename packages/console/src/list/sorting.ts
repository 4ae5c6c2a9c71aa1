export interface Sorting {
  readonly key: string
  readonly isDescending: boolean
}

/** As it stands in the address bar, and in the API: `name`, or `-name` for the other way round. */
export const sortingIn = (sort: string): Sorting | null =>
  sort ? { key: sort.replace(/^-/, ''), isDescending: sort.startsWith('-') } : null
