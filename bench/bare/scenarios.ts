import { authorize, capture, headerOf, type Target } from '../http.ts'
import type { LoadRequest } from '../load/load.ts'
import type { ScenarioName } from '../types.ts'

export interface Scenario {
  readonly expectStatus: number
  /** Distributed over the connections; each sequence stays in order. */
  sequences(round: number): readonly (readonly LoadRequest[])[]
}

export interface Catalog extends Target {
  readonly ids: readonly string[]
}

const listPath = '/v1/resources'
const json = { 'content-type': 'application/json' }
const namesPerRound = 2000

export const descriptions = {
  'read-one': 'read one of 2,000 records',
  'list-100': 'page of 100',
  'list-all': 'whole list of 2,000, unchanged',
  'list-304': 'the same, If-None-Match',
  patch: 'patch one of 2,000 records',
  create: 'create',
} satisfies Record<ScenarioName, string>

/** Created just before it runs: scenarios that write come last, because they change what the others would see. */
export const makeScenario = {
  'read-one': ({ ids }) => get(...ids.map((id) => `${listPath}/${id}`)),
  'list-100': () => get(`${listPath}?limit=100`),
  'list-all': () => get(listPath),
  'list-304': async (catalog) => {
    const etag = headerOf(await capture(catalog, { method: 'GET', path: listPath }), 'etag')
    if (!etag) throw new Error(`GET ${listPath} has no ETag.`)
    const request = { method: 'GET', path: listPath, headers: { 'if-none-match': etag } } as const
    return { expectStatus: 304, sequences: () => [[request]] }
  },
  patch: ({ ids }) => ({
    expectStatus: 200,
    // Two alternating values, new ones in each round, so that every patch changes something.
    sequences: (round) =>
      ids.map((id) => ['a', 'b'].map((value) => patch(id, `Round ${round}, value ${value}.`))),
  }),
  create: () => ({
    expectStatus: 201,
    sequences: (round) => Array.from({ length: namesPerRound }, (_, n) => [create(`Created ${round}-${n}`)]),
  }),
} satisfies Record<ScenarioName, (catalog: Catalog) => Scenario | Promise<Scenario>>

export async function readCatalog({ url, token }: Target): Promise<Catalog> {
  const response = await fetch(new URL(listPath, url), { headers: authorize(token) })
  if (!response.ok) throw new Error(`GET ${listPath} answered ${response.status}: ${await response.text()}`)
  const { resources } = (await response.json()) as { readonly resources: readonly { readonly id: string }[] }
  return { url, token, ids: resources.map(({ id }) => id) }
}

function get(...paths: readonly string[]): Scenario {
  return { expectStatus: 200, sequences: () => paths.map((path) => [{ method: 'GET', path }]) }
}

function patch(id: string, description: string): LoadRequest {
  return { method: 'PATCH', path: `${listPath}/${id}`, headers: json, body: JSON.stringify({ description }) }
}

function create(name: string): LoadRequest {
  return { method: 'POST', path: listPath, headers: json, body: JSON.stringify({ name }) }
}
