import { CatalogError, type Kinds, kinds, type Stored } from '@svc/model'
import { UpstreamError } from '../../outbound/guarded-fetch.ts'
import type { Records } from '../../store/records.ts'
import { foreseenMessage } from '../foreseen.ts'
import { sideBySide } from '../side-by-side.ts'
import { toDecimal } from './decimal.ts'
import { askedOf, type Measure, queryOf, type SloSource } from './source.ts'

type Slo = Stored<Kinds['slo']>

/** What a data source gave, or why it gave nothing. */
export type Reading = Pick<Slo, 'dataSource' | 'type'> &
  ({ readonly value: number } | { readonly error: string })

export type Readings = ReadonlyMap<string, Reading>

/** Reads the sources of one partition, piece by piece, in one run. */
export interface Reader {
  read(slos: readonly Slo[]): Promise<Readings>
}

/** So many queries of a partition at a time: a server has others to answer too. */
const atOnce = 8
/** After so many that nobody answered in a row, the rest are not asked. */
const givesUpAfter = atOnce
const patienceMs = 240_000

interface Run {
  /** The quarter hour that it is for. */
  readonly takenAt: string
  readonly at: Date
}

export function createReader(records: Records, source: SloSource, { takenAt, at }: Run): Reader {
  const end = performance.now() + patienceMs
  let measure: Promise<Measure> | undefined
  let unanswered = 0
  let lastFailure = ''

  const ask = async (query: string): Promise<number> => {
    if (query === '') throw new CatalogError('invalid_request', 'There is no query after prometheus:.')
    if (unanswered >= givesUpAfter) throw new CatalogError('upstream_unavailable', lastFailure)
    if (performance.now() > end)
      throw new CatalogError('upstream_unavailable', 'There was no time left to ask: other queries took it.')
    measure ??= source(records.partitionId)
    return (await measure)(query)
  }

  const readOne = async (slo: Slo): Promise<Reading> => {
    const { dataSource, type } = slo
    try {
      const value = toDecimal(await ask(askedOf(slo, at)))
      unanswered = 0
      requireFitting(slo, value)
      return { dataSource, type, value }
    } catch (failure) {
      const error = sentenceOf(failure)
      if (isSilence(failure)) {
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
      await sideBySide(due, atOnce, async (slo) => {
        readings.set(slo.id, await readOne(slo))
      })
      return readings
    },
  }
}

/** Another process may have been here: what it has done is not asked for again. */
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

/** A value must be one that a caller could have sent. */
function requireFitting(slo: Slo, currentValue: number): void {
  const measured = { ...slo, currentValue } as never
  for (const { field, holds, about } of kinds.slo.rules ?? []) {
    if (field === 'currentValue' && !holds(measured))
      throw new CatalogError('upstream_unavailable', `The measured value ${about(measured)}.`)
  }
}

const isSilence = (failure: unknown): boolean =>
  failure instanceof UpstreamError && ['timeout', 'connection', 'name'].includes(failure.reason)

/** What is cancelled because the process ends was not tried: the run is another's to do, or its own later. */
function sentenceOf(failure: unknown): string {
  const isAborted = failure instanceof UpstreamError && failure.reason === 'aborted'
  const message = foreseenMessage(failure)
  if (isAborted || message === undefined) throw failure
  return message.slice(0, 2_000)
}
