import type { Samples } from '../catalog/contents/records.ts'
import type { LoadRequest } from '../load/load.ts'
import type { Engine } from '../types.ts'

/** Readers of a kind while other records of the same kind are patched. */
export interface Reader {
  readonly name: string
  readonly requests: readonly LoadRequest[]
  /** The least share of their quiet rate. */
  readonly target: Readonly<Record<Engine, number>>
  /** How long a patch beside them may take, on SQLite. */
  readonly patchTargetMs?: number
}

export const patchedPath = '/v1/domains'

export function readersOf({ readDomains, owners }: Samples): readonly Reader[] {
  return [
    {
      name: 'read one',
      requests: readDomains.map((id) => get(`${patchedPath}/${id}`)),
      target: { sqlite: 0.6, postgres: 0.6 },
    },
    {
      name: 'page of 100',
      requests: [get(`${patchedPath}?limit=100`)],
      target: { sqlite: 0.75, postgres: 0.6 },
    },
    {
      name: 'filter by owner',
      requests: owners.map((id) => get(`${patchedPath}?ownerTeamId=${id}`)),
      target: { sqlite: 0.55, postgres: 0.6 },
      patchTargetMs: 60,
    },
    {
      name: 'whole list of 2,000',
      requests: [get(patchedPath)],
      target: { sqlite: 0.6, postgres: 0.6 },
    },
  ]
}

const get = (path: string): LoadRequest => ({ method: 'GET', path })
