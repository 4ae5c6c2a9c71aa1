import { CatalogError, type costBases } from '@svc/model'

export type CostBasis = (typeof costBases)[number]

const costColumns = { effective: 'EffectiveCost', billed: 'BilledCost' } as const satisfies Record<
  CostBasis,
  string
>

/** The indexes of the columns that an import reads; -1 if an export does not have one. */
export interface Columns {
  readonly cost: number
  readonly currency: number
  readonly start: number
  readonly end: number
  readonly period: number
  readonly service: number
  readonly category: number
  readonly provider: number
  readonly tags: number
  readonly resource: number
  readonly account: number
  readonly count: number
}

/** Columns are found by name: versions and vendors differ in which there are and in what order. */
export function columnsOf(header: readonly string[], basis: CostBasis): Columns {
  const names = header.map((name) => name.trim().toLowerCase())
  const place = (...wanted: readonly string[]): number =>
    wanted.map((name) => names.indexOf(name.toLowerCase())).find((index) => index >= 0) ?? -1
  const missing: string[] = []
  const required = (name: string): number => {
    const index = place(name)
    if (index < 0) missing.push(name)
    return index
  }
  const columns: Columns = {
    cost: required(costColumns[basis]),
    currency: required('BillingCurrency'),
    start: required('ChargePeriodStart'),
    period: required('BillingPeriodStart'),
    end: place('ChargePeriodEnd'),
    service: place('ServiceName'),
    category: place('ServiceCategory'),
    // 1.3 has both names for it, 1.4 only the first.
    provider: place('ServiceProviderName', 'ProviderName', 'PublisherName'),
    tags: place('Tags'),
    resource: place('ResourceId'),
    account: place('SubAccountId'),
    count: header.length,
  }
  if (missing.length === 0) return columns
  throw new CatalogError(
    'invalid_request',
    `This is not a FOCUS export: its first line must name the columns, but lacks ${missing.join(', ')}.`,
  )
}
