import { blockNameOf, codeNameOf, type Kind } from '@svc/model'

/** What each exported record is called as code, by kind and id. */
export interface Addresses {
  /** Gives a record a name that is unique in its type, based on the words that describe it. */
  add(kind: Kind, id: string, words: string): void
  /** `svc_team.payments`; undefined for what is not exported. */
  find(kind: Kind, id: string): string | undefined
}

export const typeOf = (kind: Kind): string => `svc_${codeNameOf(kind)}`

export function createAddresses(): Addresses {
  const byId = new Map<string, string>()
  const taken = new Set<string>()
  /**
   * Where the search for a free number continues, so that a thousand equal names are not counted each time.
   */
  const numbers = new Map<string, number>()
  return {
    add(kind, id, words) {
      const base = `${typeOf(kind)}.${blockNameOf(words) || codeNameOf(kind)}`
      let address = base
      let number = numbers.get(base) ?? 1
      while (taken.has(address)) address = `${base}_${++number}`
      numbers.set(base, number)
      taken.add(address)
      byId.set(id, address)
    },
    find: (kind, id) => {
      const address = byId.get(id)
      return address?.startsWith(`${typeOf(kind)}.`) ? address : undefined
    },
  }
}
