import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'

/** Version-control APIs as their references describe them, serving a handful of files. */

export const token = 'ghs_123456_eyJhbGciOi.JSUzI1NiJ9-canary_0123456789'

export interface Repository {
  /** Including its owner or groups. */
  readonly name: string
  /** Branches, tags and commits, each with its files. */
  readonly refs: Readonly<Record<string, Readonly<Record<string, string>>>>
}

type Files = Readonly<Record<string, string>>

const json = (response: ServerResponse, status: number, body: unknown): void => {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' }).end(JSON.stringify(body))
}

const isKnown = ({ headers }: IncomingMessage): boolean => headers.authorization === `Bearer ${token}`

const filesOf = (repositories: readonly Repository[], name: string, ref: string): Files | undefined =>
  repositories.find((one) => one.name === name)?.refs[ref]

/** docs.github.com/rest/repos/contents */
export const gitHub =
  (...repositories: readonly Repository[]): RequestListener =>
  (request, response) => {
    const { headers } = request
    const url = new URL(request.url ?? '/', 'http://api')
    if (headers['user-agent'] === undefined) return json(response, 403, { message: 'No User-Agent' })
    if (!['2022-11-28', '2026-03-10'].includes(String(headers['x-github-api-version'])))
      return json(response, 400, { message: 'The API version is not supported.' })
    if (!isKnown(request)) return json(response, 401, { message: 'Bad credentials' })
    const [, owner, name, path = ''] = /^\/repos\/([^/]+)\/([^/]+)\/contents\/(.+)$/.exec(url.pathname) ?? []
    const files = filesOf(repositories, `${owner}/${name}`, url.searchParams.get('ref') ?? 'main')
    const wanted = decodeURIComponent(path)
    const text = files?.[wanted]
    const inside = Object.keys(files ?? {}).filter((one) => one.startsWith(`${wanted}/`))
    if (inside.length > 0)
      return json(
        response,
        200,
        inside.map((one) => ({ type: 'file', path: one, sha: 'x' })),
      )
    if (text === undefined) return json(response, 404, { message: 'Not Found', status: '404' })
    if (headers.accept !== 'application/vnd.github.raw+json')
      return json(response, 200, { type: 'file', encoding: text.length > 1e6 ? 'none' : 'base64', sha: 'x' })
    response.writeHead(200, { 'content-type': 'application/vnd.github.raw+json; charset=utf-8' }).end(text)
  }

/** docs.gitlab.com/api/repository_files */
export const gitLab =
  (...repositories: readonly Repository[]): RequestListener =>
  (request, response) => {
    if (!isKnown(request)) return json(response, 401, { message: '401 Unauthorized' })
    const url = new URL(request.url ?? '/', 'http://api')
    const form = /^\/projects\/([^/]+)\/repository\/files\/([^/]+)\/raw$/
    const [, project = '', path = ''] = form.exec(url.pathname) ?? []
    const ref = url.searchParams.get('ref')
    if (ref === null) return json(response, 400, { error: 'ref is missing' })
    const text = filesOf(repositories, decodeURIComponent(project), ref)?.[decodeURIComponent(path)]
    if (text === undefined) return json(response, 404, { message: '404 File Not Found' })
    response.writeHead(200, { 'content-type': 'text/plain; charset=utf-8' }).end(text)
  }

/** developer.atlassian.com/cloud/bitbucket/rest/api-group-source */
export const bitbucket =
  (...repositories: readonly Repository[]): RequestListener =>
  (request, response) => {
    if (!isKnown(request)) return json(response, 401, { type: 'error' })
    const form = /^\/repositories\/([^/]+)\/([^/]+)\/src\/([^/]+)\/(.+)$/
    const [, workspace, name, ref = '', path = ''] = form.exec(request.url ?? '') ?? []
    const files = filesOf(repositories, `${workspace}/${name}`, decodeURIComponent(ref))
    const text = files?.[decodeURIComponent(path)]
    const inside = Object.keys(files ?? {}).filter((one) => one.startsWith(`${decodeURIComponent(path)}/`))
    if (inside.length > 0)
      return json(response, 200, { pagelen: 10, values: inside.map((one) => ({ path: one })), page: 1 })
    if (text === undefined) return json(response, 404, { type: 'error' })
    // Its type follows from the name.
    const type = path.endsWith('.json') ? 'application/json' : 'text/plain'
    response.writeHead(200, { 'content-type': type }).end(text)
  }
