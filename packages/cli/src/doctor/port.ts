import { once } from 'node:events'
import { createServer } from 'node:net'
import { listenFailure, sentenceOf } from '../explain.ts'
import { bad, type Finding, good } from './finding.ts'

/** Whether the server could listen there, or already does. */
export async function checkPort(place: { readonly host: string; readonly port: number }): Promise<Finding> {
  const name = `port ${place.port} on ${place.host}`
  const server = createServer()
  try {
    server.listen(place)
    await once(server, 'listening')
    return good(name, 'free')
  } catch (error) {
    if (await isSvc(urlOf(place))) return good(name, 'svc answers there')
    return bad(name, 'cannot be opened', sentenceOf(listenFailure(error, place)))
  } finally {
    server.close()
  }
}

const urlOf = ({ host, port }: { readonly host: string; readonly port: number }): string =>
  `http://${host.includes(':') ? `[${host}]` : host}:${port}`

/** Whether an svc server answers at an address. */
export async function isSvc(url: string): Promise<boolean> {
  try {
    const answer = await fetch(`${url}/healthz`, { signal: AbortSignal.timeout(3_000) })
    const health = (await answer.json()) as { readonly status?: unknown; readonly version?: unknown }
    return health.status === 'ok' && typeof health.version === 'string'
  } catch {
    return false
  }
}
