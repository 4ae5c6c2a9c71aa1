export interface Sorting {
  readonly key: string
  readonly isDescending: boolean
}

/** As in the address bar and the API: `name`, or `-name` for descending. */
export const sortingIn = (sort: string): Sorting | null =>
  sort ? { key: sort.replace(/^-/, ''), isDescending: sort.startsWith('-') } : null
