import { authorize, type Target } from '../http.ts'
import type { LoadRequest } from './load.ts'
import type { PacedOrder } from './paced.ts'

export const patchesPerSecond = 300

let patchRounds = 0

/** Patches each record in turn, each time with another description. */
export function patchesOf(path: string, ids: readonly string[]): readonly LoadRequest[] {
  const headers = { 'content-type': 'application/json' }
  const round = ++patchRounds
  return ['a', 'b'].flatMap((value) =>
    ids.map((id) => ({
      method: 'PATCH' as const,
      path: `${path}/${id}`,
      headers,
      body: JSON.stringify({ description: `Changed in round ${round}, value ${value}.` }),
    })),
  )
}

/** For a writer beside whatever else is measured: exactly so many patches are due a second. */
export function patching(
  { url, token }: Target,
  { path, ids }: { readonly path: string; readonly ids: readonly string[] },
): PacedOrder {
  return {
    url,
    headers: authorize(token),
    expectStatus: 200,
    perSecond: patchesPerSecond,
    requests: patchesOf(path, ids),
    connections: 32,
  }
}
