import { CatalogError, type Kinds, kinds, type Stored } from '@svc/model'
import { UpstreamError } from '../../outbound/guarded-fetch.ts'
import type { Records } from '../../store/records.ts'
import { expectedErrorMessage } from '../expected-errors.ts'
import { concurrently } from '../concurrently.ts'
import { toDecimal } from './decimal.ts'
import { type Measure, queryFor, queryOf, type SloSource } from './source.ts'

type Slo = Stored<Kinds['slo']>

/** What a data source returned, or why it returned nothing. */
export type Reading = Pick<Slo, 'dataSource' | 'type'> &
  ({ readonly value: number } | { readonly error: string })

export type Readings = ReadonlyMap<string, Reading>

/** Reads the sources of one partition, batch by batch, in one run. */
export interface Reader {
  read(slos: readonly Slo[]): Promise<Readings>
}

/** Concurrent queries per partition: a server has others to answer too. */
const concurrency = 8
/** After this many consecutive queries without an answer, the rest are skipped. */
const givesUpAfter = concurrency
const timeoutMs = 240_000

interface Run {
  /** The quarter hour that it is for. */
  readonly takenAt: string
  readonly at: Date
}

export function createReader(records: Records, source: SloSource, { takenAt, at }: Run): Reader {
  const end = performance.now() + timeoutMs
  let measure: Promise<Measure> | undefined
  let unanswered = 0
  let lastFailure = ''

  const ask = async (query: string): Promise<number> => {
    if (query === '') throw new CatalogError('invalid_request', 'There is no query after "prometheus:".')
    if (unanswered >= givesUpAfter) throw new CatalogError('upstream_unavailable', lastFailure)
    if (performance.now() > end)
      throw new CatalogError(
        'upstream_unavailable',
        'There was no time left for this query: other queries took too long.',
      )
    measure ??= source(records.partitionId)
    return (await measure)(query)
  }

  const readOne = async (slo: Slo): Promise<Reading> => {
    const { dataSource, type } = slo
    try {
      const value = toDecimal(await ask(queryFor(slo, at)))
      unanswered = 0
      requireFitting(slo, value)
      return { dataSource, type, value }
    } catch (failure) {
      const error = sentenceOf(failure)
      if (isUnanswered(failure)) {
        unanswered += 1
        lastFailure = error
      } else if (failure instanceof UpstreamError) unanswered = 0
      return { dataSource, type, error }
    }
  }

  return {
    async read(slos) {
      const asking = slos.filter((slo) => queryOf(slo) !== null)
      const readings = new Map<string, Reading>()
      const done = await withSnapshot(records, asking, takenAt)
      const due = asking.filter(({ id }) => !done.has(id))
      await concurrently(due, concurrency, async (slo) => {
        readings.set(slo.id, await readOne(slo))
      })
      return readings
    },
  }
}

/** Another process may already have done some of them, which are not queried again. */
async function withSnapshot(
  records: Records,
  slos: readonly Slo[],
  takenAt: string,
): Promise<ReadonlySet<unknown>> {
  if (slos.length === 0) return new Set()
  const where = [
    { field: 'sloId', in: slos.map(({ id }) => id) },
    { field: 'takenAt', is: takenAt },
  ]
  return new Set((await records.list(kinds.sloSnapshot, { where })).map(({ record }) => record.sloId))
}

/** A measured value must be as valid as one that a caller sends. */
function requireFitting(slo: Slo, currentValue: number): void {
  const measured = { ...slo, currentValue } as never
  for (const { field, holds, about } of kinds.slo.rules ?? []) {
    if (field === 'currentValue' && !holds(measured))
      throw new CatalogError('upstream_unavailable', `The measured value ${about(measured)}.`)
  }
}

const isUnanswered = (failure: unknown): boolean =>
  failure instanceof UpstreamError && ['timeout', 'connection', 'name'].includes(failure.reason)

/** A query cancelled because the process ends was not tried: another process does the run, or this one later. */
function sentenceOf(failure: unknown): string {
  const isAborted = failure instanceof UpstreamError && failure.reason === 'aborted'
  const message = expectedErrorMessage(failure)
  if (isAborted || message === undefined) throw failure
  return message.slice(0, 2_000)
}
