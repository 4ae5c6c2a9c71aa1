import type { CatalogError, ingestStatuses } from '@svc/model'
import type { Fields } from '../records/behaviour.ts'

/** One item of a batch, and what is wrong with its shape, if anything is. */
export interface Report {
  readonly item: Fields
  readonly problem: CatalogError | undefined
}

/** What became of one item. */
export interface Result {
  readonly externalId: string | null
  readonly status: (typeof ingestStatuses)[number]
  readonly id: string | null
  readonly reason?: string
  readonly error?: CatalogError
}

export const externalIdOf = ({ externalId }: Fields): string | null =>
  typeof externalId === 'string' ? externalId : null

export const rejected = (item: Fields, error: CatalogError): Result => ({
  externalId: externalIdOf(item),
  status: 'rejected',
  id: null,
  error,
})
