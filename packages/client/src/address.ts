import { CatalogError } from '@svc/model'

/** Undefined values are left out. */
export type Query = Readonly<Record<string, string | number | boolean | undefined>>

interface Parts {
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Query
}

/** A path of the model with its parameters filled in, and a query. */
export function addressOf(path: string, { params = {}, query = {} }: Parts = {}): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => segment(path, name, params[name]))
  const pairs = Object.entries(query).flatMap(([key, value]) =>
    value === undefined ? [] : [`${key}=${encodeURIComponent(value)}`],
  )
  return pairs.length === 0 ? filled : `${filled}?${pairs.join('&')}`
}

function segment(path: string, name: string, value: string | undefined): string {
  if (value === undefined) throw new TypeError(`${path} needs ${name}.`)
  // In a URL these would lead to another path, even if escaped.
  if (/^\.{0,2}$/.test(value))
    throw new CatalogError('not_found', `There is no record with the ${name} "${value}".`)
  return encodeURIComponent(value)
}
