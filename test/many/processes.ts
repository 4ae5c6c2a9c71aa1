import type { StoreLocation } from '@svc/server'
import { type Client, clientOf } from '@svc/server/testing'
import { newToken, type ServerProcess, startServerProcess } from '../processes/server-process.ts'

export interface Processes {
  readonly all: readonly ServerProcess[]
  /** One for each process, with the owner's token. */
  readonly clients: readonly Client[]
  readonly first: Client
  /** One for each process, with another token. */
  clientsWith(token: string): readonly Client[]
  kill(): Promise<void>
}

/** Several servers on one store, started at the same moment. */
export async function startProcesses(location: StoreLocation, count: number): Promise<Processes> {
  const token = newToken()
  const started = await Promise.allSettled(
    Array.from({ length: count }, () => startServerProcess({ location, token })),
  )
  const all = started.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
  const kill = async (): Promise<void> => {
    await Promise.all(all.map((process) => process.kill()))
  }
  const failed = started.find((one) => one.status === 'rejected')
  if (failed) {
    await kill()
    throw failed.reason
  }
  const clientsWith = (secret: string) => all.map(({ url }) => clientOf(url, secret))
  const clients = clientsWith(token)
  return { all, clients, first: clients[0] as Client, clientsWith, kill }
}
