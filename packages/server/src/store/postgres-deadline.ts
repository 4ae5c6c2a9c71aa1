import { connect, type Socket } from 'node:net'
import type { PoolClient, QueryConfig, QueryResult } from 'pg'
import { DeadlineExceeded } from './postgres-trouble.ts'

export interface Limit {
  /** 0 for none. */
  readonly ms: number
  /** Whether the server may finish the statement though nobody waits for it any more. */
  readonly letsRun?: boolean
}

/**
 * Sends a statement and destroys the connection if no answer comes in time. Otherwise a database that silently drops
 * off the network would be waited for until the kernel gives up, which takes a quarter of an hour.
 */
export async function askWithin(
  client: PoolClient,
  query: string | QueryConfig,
  { ms, letsRun = false }: Limit,
): Promise<QueryResult> {
  if (ms === 0) return client.query(query as QueryConfig)
  let isOpen = true
  const cut = (): void => {
    if (!isOpen) return
    if (!letsRun) cancelAtServer(client)
    socketOf(client).destroy(new DeadlineExceeded(`No answer came within ${ms / 1_000} s.`))
  }
  // A process that was blocked first reads what has arrived meanwhile.
  const timer = setTimeout(() => setImmediate(cut), ms)
  try {
    return await client.query(query as QueryConfig)
  } finally {
    isOpen = false
    clearTimeout(timer)
  }
}

export const socketOf = (client: PoolClient): Socket =>
  (client as unknown as { readonly connection: { readonly stream: Socket } }).connection.stream

interface Backend {
  readonly host: string
  readonly port: number
  readonly processID: number | null
  readonly secretKey: number | null
}

const cancelRequest = 80_877_102
const cancelWithinMs = 5_000

/** Asks the server to cancel the statement, if it can be reached. */
function cancelAtServer(client: PoolClient): void {
  const { host, port, processID, secretKey } = client as unknown as Backend
  if (processID === null || secretKey === null) return
  const message = Buffer.alloc(16)
  message.writeInt32BE(16, 0)
  message.writeInt32BE(cancelRequest, 4)
  message.writeInt32BE(processID, 8)
  message.writeInt32BE(secretKey, 12)
  const socket = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host)
  socket.setTimeout(cancelWithinMs, () => socket.destroy())
  socket.on('error', () => {})
  socket.unref()
  socket.end(message)
}
