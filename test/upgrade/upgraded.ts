import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openStore, type StoreLocation } from '@svc/server'
import { startServer } from '@svc/server/serve'
import { type Client, clientOf, type EngineName, testServerDefaults } from '@svc/server/testing'
import { type Later, restedStore } from '../archive/moved-store.ts'
import { type Fields, type Recording, readRecording } from './recording.ts'

export const recording: Recording = readRecording(join(import.meta.dirname, 'before-epochs.json.br'))

/** A minute after the version before was stopped: what it had put off is due, and no job is. */
const startedAt = performance.now()
const now = (): Date =>
  new Date(Date.parse(recording.at) + 60_000 + Math.round(performance.now() - startedAt))

export interface Upgraded {
  readonly url: string
  /** The owner, with the token of then. */
  readonly client: Client
  close(): Promise<void>
}

/** An empty store in which the jobs have run, as they had in that of then. */
export async function restedPlace(later: Later, engine: EngineName): Promise<StoreLocation> {
  return restedStore(later, engine, { now, masterKey: {} })
}

/** This version over a store, with the master key of the version before. */
export async function serveUpgraded(location: StoreLocation): Promise<Upgraded> {
  const key = join(location.dataDir, 'master.key')
  writeFileSync(key, recording.masterKey, { mode: 0o600 })
  const store = await openStore(location)
  const server = await startServer({
    store,
    ...testServerDefaults,
    fetchAllow: ['127.0.0.1'],
    masterKey: { file: key },
    now,
    // Until somebody says where the receiver is now.
    webhookTiming: { waitsMs: Array(10_000).fill(20) },
    log: (line) => line.level === 'error' && console.error(line),
  })
  return {
    url: server.url,
    client: clientOf(server.url, recording.token),
    close: async () => {
      await server.close()
      await store.close()
    },
  }
}

/** Being asked changes these, and no cursor is the same twice. */
const passing = ['lastUsedAt', 'nextCursor']
/** Made up by now where nobody has chosen them. */
const generated = ['avatarKey', 'avatarBgColor', 'avatarFontColor']

/** That everything of an answer is still so; there may be more now. */
export function assertKept(before: unknown, after: unknown, where: string): void {
  if (typeof before !== 'object' || before === null) {
    assert.deepEqual(after, before, where)
    return
  }
  if (Array.isArray(before)) assert.equal((after as unknown[])?.length, before.length, where)
  for (const [key, value] of Object.entries(before)) {
    if (passing.includes(key) || (value === null && generated.includes(key))) continue
    assertKept(value, (after as Fields | undefined)?.[key], `${where}.${key}`)
  }
}
