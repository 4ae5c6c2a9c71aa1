import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { clientOf } from '@svc/server/testing'

/**
 * Creates the given number of teams, each once, whatever happens to the server: a request that was not answered is sent
 * again with the same key, to the server that is running by then.
 */
export async function writeTeams(
  urlNow: () => string,
  {
    token,
    count,
    writers = 8,
  }: { readonly token: string; readonly count: number; readonly writers?: number },
): Promise<void> {
  let next = 0
  const write = async (): Promise<void> => {
    while (next < count) {
      const name = `team ${next++}`
      const key = { 'idempotency-key': randomUUID() }
      for (;;) {
        const reply = await clientOf(urlNow(), token)
          .post('/teams', { name }, key)
          .catch(() => undefined)
        if (reply?.status === 201) break
        await sleep(20)
      }
    }
  }
  await Promise.all(Array.from({ length: writers }, write))
}
