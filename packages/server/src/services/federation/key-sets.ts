import { createPublicKey, type KeyObject } from 'node:crypto'
import type { GuardedFetch } from '../../outbound/guarded-fetch.ts'
import { ConfigurationError } from '../expected-errors.ts'
import { fetchJson, type JsonObject } from '../identity-providers/fetch-json.ts'
import { isStrong } from '../identity-providers/key-set.ts'

/** A key that a signature may be checked with. */
export interface SigningKey {
  readonly id: string | undefined
  /** The only algorithm that it is for, if it says so. */
  readonly algorithm: string | undefined
  readonly key: KeyObject
}

type Keys = readonly SigningKey[]

export interface WantedKey {
  /** What it is called, if the token says so. */
  readonly id: string | undefined
  isAmong(keys: Keys): Promise<boolean>
}

export interface KeySets {
  /**
   * The keys at an address, among which there should be the wanted one: if it is not, they are fetched again, because
   * it may be new. Tokens with invented keys cause at most one request a minute.
   */
  keysAt(address: string, wanted: WantedKey): Promise<Keys>
}

interface Kept {
  readonly keys: Keys
  readonly fetchedAt: number
}

/** A key that was withdrawn is still believed for that long. */
const freshMs = 5 * 60_000
/** If the provider cannot be reached, for that long. */
const staleMs = 60 * 60_000
const afterMissMs = 60_000
const maxSets = 1_000
/** A provider has a few keys; a set of thousands is not searched. */
const maxKeys = 100

export function createKeySets(fetch: GuardedFetch, now: () => Date): KeySets {
  const kept = new Map<string, Kept>()
  const missedAt = new Map<string, number>()
  const underWay = new Map<string, Promise<Kept>>()

  const fetchSet = async (address: string): Promise<Kept> => {
    const keys = readKeys(await fetchJson(fetch, address, 'The key set of the provider'))
    if (keys.length === 0)
      throw new ConfigurationError('The key set of the provider has no key to check signatures with.')
    const made = { keys, fetchedAt: now().getTime() }
    if (kept.size >= maxSets) kept.clear()
    kept.set(address, made)
    return made
  }

  const renewed = (address: string): Promise<Kept> => {
    const started = underWay.get(address) ?? fetchSet(address).finally(() => underWay.delete(address))
    underWay.set(address, started)
    return started
  }

  const current = async (address: string): Promise<Kept> => {
    const known = kept.get(address)
    const age = known ? now().getTime() - known.fetchedAt : Number.POSITIVE_INFINITY
    if (known && age < freshMs && age >= 0) return known
    if (!known || age >= staleMs) return renewed(address)
    return renewed(address).catch(() => known)
  }

  return {
    async keysAt(address, wanted) {
      const before = kept.get(address)
      const { keys } = await current(address)
      if (await wanted.isAmong(keys)) return keys
      // Counted apart: a forged signature, which takes only a known name, does not keep a new name from being found.
      const miss = `${has(keys, wanted.id) ? 'signature' : 'name'} ${address}`
      const at = now().getTime()
      const isAsBefore = kept.get(address) === before
      const mayAsk = isAsBefore && at - (missedAt.get(miss) ?? 0) >= afterMissMs
      const found = mayAsk ? (await renewed(address)).keys : (kept.get(address)?.keys ?? keys)
      if (found !== keys && (await wanted.isAmong(found))) return found
      if (missedAt.size >= maxSets) missedAt.clear()
      if (mayAsk || !isAsBefore) missedAt.set(miss, at)
      return found
    },
  }
}

const has = (keys: Keys, id: string | undefined): boolean =>
  id === undefined || keys.some((one) => one.id === id)

function readKeys({ keys }: JsonObject): Keys {
  return Array.isArray(keys) ? keys.slice(0, maxKeys).flatMap(readKey) : []
}

function readKey(jwk: unknown): Keys {
  if (typeof jwk !== 'object' || jwk === null) return []
  const { kid, alg, use } = jwk as Readonly<Record<string, unknown>>
  if (use !== undefined && use !== 'sig') return []
  try {
    const key = createPublicKey({ key: jwk, format: 'jwk' })
    if (!isStrong(key)) return []
    return [{ id: textOf(kid), algorithm: textOf(alg), key }]
  } catch {
    return []
  }
}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)
