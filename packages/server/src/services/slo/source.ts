import { CatalogError, type Kinds, type Stored } from '@svc/model'
import type { GuardedFetch } from '../../outbound/guarded-fetch.ts'
import { askPrometheus } from '../../outbound/prometheus.ts'
import type { Store } from '../../store/open.ts'
import type { PartitionId } from '../../store/partition-id.ts'
import { configurationOf } from '../integrations/configuration.ts'
import { authorizationFor } from '../integrations/credential.ts'
import type { Vault } from '../vault/vault.ts'
import { calendarPeriod, minutesBetween, windowMinutes } from './window.ts'

/** Queries one measurement. */
export type Measure = (query: string) => Promise<number>

/** Where the measurements of a partition come from. */
export type SloSource = (partitionId: PartitionId) => Promise<Measure>

interface SourceTools {
  readonly store: Store
  readonly fetch: GuardedFetch
  readonly vault: Vault
}

export const createSloSource =
  ({ store, fetch, vault }: SourceTools): SloSource =>
  async (partitionId) => {
    const config = await configurationOf(store.records(partitionId), 'observability')
    if (config?.kind !== 'prometheus')
      throw new CatalogError(
        'upstream_unavailable',
        'The observability integration has no Prometheus server configured.',
      )
    const { baseUrl, username, tokenKeyword: keyword } = config
    const place = { vault, partitionId, type: 'observability', config } as const
    const headers = await authorizationFor(place, { username, keyword })
    return (query) => askPrometheus(fetch, { baseUrl, headers }, query)
  }

/** The prefix of data sources that svc queries. */
export const scheme = 'prometheus:'

/** The query of a data source; null for any other text. */
export const queryOf = ({ dataSource }: Stored<Kinds['slo']>): string | null =>
  dataSource?.startsWith(scheme) ? dataSource.slice(scheme.length).trim() : null

/** The same with the SLO's own window for `$window`: `30d`, or the seconds since the calendar period began. */
export function queryFor(slo: Stored<Kinds['slo']>, at: Date): string {
  const period = calendarPeriod(slo.window, at)
  const window = period
    ? `${Math.max(1, Math.round(minutesBetween(period.startsAt, at) * 60))}s`
    : `${windowMinutes(slo.window, at) / 1_440}d`
  return (queryOf(slo) ?? '').replace(/\$window\b/g, window)
}
