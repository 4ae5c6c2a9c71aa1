import type { CatalogError, IngestResult, specialOperations, ValueIn } from '@svc/model'
import type { Fields } from '../records/behaviour.ts'

/** One item of a batch, and what is wrong with its shape, if anything. */
export interface Report {
  readonly item: Fields
  readonly problem: CatalogError | undefined
}

/** The outcome for one item. */
export interface Result extends Omit<IngestResult, 'index' | 'error'> {
  readonly error?: CatalogError
}

/** A measurement of an SLO, or counts of events, as they are reported. */
export type SliReport = ValueIn<(typeof specialOperations)['ingestSlis']['item']>

export const externalIdOf = ({ externalId }: Fields): string | null =>
  typeof externalId === 'string' ? externalId : null

export const rejected = (item: Fields, error: CatalogError): Result => ({
  externalId: externalIdOf(item),
  status: 'rejected',
  id: null,
  error,
})
