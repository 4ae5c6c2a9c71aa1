import type { RequestListener } from 'node:http'

export interface ContractAnswer {
  readonly status?: number
  readonly body: unknown
  readonly headers?: Readonly<Record<string, string>>
}

/** What an API answers at each path, given the request; undefined for a request that it would not accept. */
export type Contract = Readonly<Record<string, (query: URLSearchParams) => ContractAnswer | undefined>>

/** A server that behaves as an API is documented: 401 without the right headers, 404 elsewhere, 400 for nonsense. */
export const serving =
  (contract: Contract, required: Readonly<Record<string, string>>): RequestListener =>
  (request, response) => {
    const url = new URL(request.url ?? '', 'http://upstream.test')
    const isKnown = Object.entries(required).every(([name, value]) => request.headers[name] === value)
    const answer = (): ContractAnswer => {
      if (!isKnown) return { status: 401, body: { message: 'Unauthorized' } }
      const route = Object.hasOwn(contract, url.pathname) ? contract[url.pathname] : undefined
      if (!route) return { status: 404, body: { message: 'Not Found' } }
      return route(url.searchParams) ?? { status: 400, body: { message: 'Bad Request' } }
    }
    const { status = 200, body, headers = {} } = answer()
    response
      .writeHead(status, { 'content-type': 'application/json;charset=utf-8', ...headers })
      .end(JSON.stringify(body))
  }

/** A moment some hours from now, as APIs write it. */
export const hoursFromNow = (hours: number): string =>
  new Date(Math.floor(Date.now() / 1_000) * 1_000 + hours * 3_600_000).toISOString()
