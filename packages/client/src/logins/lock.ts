import { mkdir, open, rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

/** Longer than a request for a token takes: whoever holds it for longer was killed. */
const staleMs = 60_000
const pauseMs = 50

/** One process of this person at a time: two must not use up the same refresh token. */
export async function withLock<T>(path: string, run: () => Promise<T>): Promise<T> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  for (;;) {
    const held = await open(path, 'wx', 0o600).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'EEXIST') return undefined
      throw error
    })
    if (held) {
      await held.close()
      break
    }
    const since = await stat(path).then(
      ({ mtimeMs }) => mtimeMs,
      () => undefined,
    )
    if (since !== undefined && Date.now() - since > staleMs) await rm(path, { force: true })
    else await wait(pauseMs)
  }
  try {
    return await run()
  } finally {
    await rm(path, { force: true })
  }
}
