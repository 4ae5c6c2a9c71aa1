import { CatalogError, type ConfiguredType, type JsonSchema, vaultKeywordFormat } from '@svc/model'
import type { Change } from '../../store/change.ts'
import { knownKeywords } from '../../store/secret-values.ts'
import type { VaultUse } from '../vault/vault.ts'

interface Named {
  readonly path: string
  readonly keyword: string
}

/** Every place in a configuration that names a vault item. */
export function* keywordsIn(schema: JsonSchema, value: unknown, path = 'config'): Generator<Named> {
  if (typeof value === 'string') {
    if (schema.format === vaultKeywordFormat) yield { path, keyword: value }
  } else if (Array.isArray(value)) {
    for (const [index, one] of value.entries()) yield* keywordsIn(schema.items ?? {}, one, `${path}/${index}`)
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, one] of Object.entries(value))
      yield* keywordsIn(schema.properties?.[key] ?? {}, one, `${path}/${key}`)
  }
}

/** Some values are for deployments alone; these two are what deployments are made with. */
export const useOf = (type: ConfiguredType): VaultUse =>
  type === 'deployment' || type === 'envSync' ? 'deployment' : 'service'

/** What stands in the place of a keyword may be a secret that was pasted there: it is not repeated. */
export async function checkKeywords(change: Change, use: VaultUse, named: readonly Named[]): Promise<void> {
  const known = await knownKeywords(change, [...new Set(named.map(({ keyword }) => keyword))])
  const details = named.flatMap(({ path, keyword }) => {
    const found = known.get(keyword)
    if (!found)
      return [{ path, message: 'names no vault item that has a value: put it into the vault first' }]
    return found.deploymentOnly && use !== 'deployment'
      ? [{ path, message: 'names a vault item that only deployments may use' }]
      : []
  })
  const [first] = details
  if (first)
    throw new CatalogError('invalid_request', `${first.path} ${first.message}.`, {
      details: details.slice(0, 50),
    })
}
