import { commonTag, type Samples } from '../catalog/contents/records.ts'
import { quietKinds } from '../catalog/quiet-kinds.ts'
import type { LoadRequest } from '../load/load.ts'

/** Something that takes a server long. */
export interface Operation {
  readonly name: string
  /** What is sent the nth time; never the same twice, because a cached answer takes no time. */
  requests(n: number): readonly LoadRequest[]
  /** How often it can be done at all. */
  readonly times?: number
}

const json = { 'content-type': 'application/json' }
const costsAtOnce = 1000

/** In the order in which they are measured: deleting comes last, because it changes the catalog. */
export function operationsOn(samples: Samples): readonly Operation[] {
  const { resources, systems, apis, costlyProjects, largeTeams } = samples
  const [resource = '', system = '', project = ''] = [resources.at(-1), systems[0], costlyProjects.at(-1)]
  return [
    {
      name: 'unlimited list of the largest kind',
      requests: () => [get('/v1/resources')],
    },
    { name: 'q= without a match', requests: (n) => [get(`/v1/resources?limit=100&q=zqxv${n}`)] },
    { name: '/search without a match', requests: (n) => [get(`/v1/search?q=zqxv${n}`)] },
    {
      // Of a kind that nothing has happened to: without an index all of the log is read in vain.
      name: 'audit log by subjectKind',
      requests: (n) => [get(`/v1/audit-log?subjectKind=${quietKinds[n % 5]}&limit=${1 + (n % 1000)}`)],
    },
    {
      name: 'a tag that every record has',
      requests: (n) => [get(`/v1/resources?tag=${commonTag}&limit=${1 + (n % 1000)}`)],
    },
    { name: 'impact', requests: (n) => [get(`/v1/impact?of=api:${apis[n % apis.length]}`)] },
    {
      name: 'whole graph',
      requests: (n) => [get(`/v1/graph?limit=${2000 - (n % 1000)}`)],
    },
    {
      name: 'list of 20,000',
      requests: (n) => [patch(`/v1/systems/${system}`, n), get('/v1/systems')],
    },
    { name: 'ingest of 1,000 costs', requests: (n) => [ingest(project, n)] },
    {
      name: 'rollup of 20,000 cost entries',
      requests: (n) => {
        const appId = costlyProjects[n % (costlyProjects.length - 1)] ?? ''
        return [ingest(appId, n, 1), get(`/v1/costs?appId=${appId}`)]
      },
    },
    { name: 'patch (for comparison)', requests: (n) => [patch(`/v1/resources/${resource}`, n)] },
    {
      name: 'DELETE of a team that 13,160 records name',
      times: largeTeams.length,
      requests: (n) => [{ method: 'DELETE', path: `/v1/teams/${largeTeams[n]}` }],
    },
  ]
}

const get = (path: string): LoadRequest => ({ method: 'GET', path })

const patch = (path: string, n: number): LoadRequest => ({
  method: 'PATCH',
  path,
  headers: json,
  body: JSON.stringify({ description: `Changed for the ${n}th time at ${Date.now()}.` }),
})

function ingest(appId: string, n: number, count = costsAtOnce): LoadRequest {
  const day = new Date(Date.now() - 3 * 86_400_000).toISOString().slice(0, 10)
  const period = { periodStart: `${day}T00:00:00Z`, periodEnd: `${day}T23:00:00Z` }
  const items = Array.from({ length: count }, (_, index) => ({
    externalId: `bench/${Date.now()}/${n}/${index}`,
    ...{ appId, service: `Service ${index % 300}`, category: 'Compute', currency: 'USD' },
    ...{ amountCents: 100 + index, ...period },
  }))
  return { method: 'POST', path: '/ingest/v1/costs', headers: json, body: JSON.stringify({ items }) }
}
