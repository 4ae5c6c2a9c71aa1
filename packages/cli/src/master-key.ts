import { join } from 'node:path'
import type { MasterKeySource } from '@svc/server'
import type { Server } from './server-module.ts'
import type { Io, Values } from './command.ts'
import { Failure, UsageError } from './failure.ts'
import type { StoreValues } from './store-options.ts'
import type { Opened } from './with-store.ts'

export const masterKeyOption = {
  'master-key-file': {
    type: 'string',
    value: 'FILE',
    about:
      'The file with the vault’s master keys, if SVC_MASTER_KEY is not set; by default in SQLite’s data directory',
    env: 'SVC_MASTER_KEY_FILE',
  },
} as const

type KeyValues = StoreValues & Values<typeof masterKeyOption>

/** Where the master keys are, by the options and the environment. */
export function masterKeySource(values: KeyValues, env: Io['env']): MasterKeySource {
  const text = env.SVC_MASTER_KEY || undefined
  const file = values['master-key-file']
  if (text !== undefined && file !== undefined) {
    throw new UsageError('SVC_MASTER_KEY and --master-key-file are mutually exclusive: use one of them.')
  }
  if (text !== undefined) return { text }
  if (file !== undefined) return { file }
  // Processes on several machines would each create their own key.
  return values['database-url'] ? {} : { file: join(values['data-dir'], 'master.key'), mayMakeFile: true }
}

/** The same, checked now, so that an invalid one is found at the start and not with the first value. */
export function checkedKeySource(server: Server, values: KeyValues, env: Io['env']): MasterKeySource {
  const source = masterKeySource(values, env)
  const { file, mayMakeFile } = source
  const newest = server.openMasterKeys(source).newest()
  if (newest || file === undefined || mayMakeFile) return source
  throw new Failure(
    `There is no master key in ${file}: create one with "(umask 077; openssl rand -base64 32 > ${file})".`,
  )
}

/**
 * The rest of the catalog works without the key; what needs it fails until it is restored, and no other is
 * created.
 */
export async function warnAboutLostKeys(
  { store, server }: Opened,
  source: MasterKeySource,
  io: Io,
): Promise<void> {
  const lost = await server.findLostKeys(store, server.openMasterKeys(source))
  if (lost.length > 0) io.err(`${server.lostKeysSentence(lost)} Everything else works without it.\n`)
}
