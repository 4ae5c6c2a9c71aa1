import { statSync } from 'node:fs'
import { addToKeyFile, makeKeyFile, readKeyFile } from './key-file.ts'
import { type MasterKey, MasterKeyError, readMasterKey } from './master-key.ts'

/** Where the operator keeps the master keys. */
export interface MasterKeySource {
  /** One key, or several separated by commas, the newest first. */
  readonly text?: string | undefined
  readonly file?: string | undefined
  /** Whether a missing file may be created. */
  readonly mayMakeFile?: boolean
}

export interface MasterKeys {
  /** The newest, which new values are encrypted with; undefined if there is none. */
  newest(): MasterKey | undefined
  find(id: string): MasterKey | undefined
  /** Creates the very first key, if svc manages the file. */
  make(): MasterKey
  /** Adds a new key before the others, if svc manages the file. */
  add(): MasterKey
  /** Whether svc creates the keys itself, in a file. */
  readonly areOurs: boolean
}

export function openMasterKeys({ text, file, mayMakeFile = false }: MasterKeySource): MasterKeys {
  if (text !== undefined) return givenKeys(text)
  return file === undefined ? noKeys : keysInFile(file, mayMakeFile)
}

const noKeys: MasterKeys = {
  newest: () => undefined,
  find: () => undefined,
  make: () => {
    throw new MasterKeyError('The vault has no master key: set SVC_MASTER_KEY or --master-key-file.')
  },
  add: () => noKeys.make(),
  areOurs: false,
}

function givenKeys(text: string): MasterKeys {
  const keys = text.split(',').map((one) => readMasterKey(one, 'SVC_MASTER_KEY'))
  const notOurs = (): never => {
    throw new MasterKeyError('The master keys are in SVC_MASTER_KEY, which only the operator can change.')
  }
  return {
    newest: () => keys[0],
    find: (id) => keys.find((key) => key.id === id),
    make: notOurs,
    add: notOurs,
    areOurs: false,
  }
}

/** The file is read again when it has changed, so that a running server picks up a new key automatically. */
function keysInFile(file: string, mayMakeFile: boolean): MasterKeys {
  let known: { readonly stamp: string; readonly keys: readonly MasterKey[] } | undefined
  const keys = (): readonly MasterKey[] => {
    const stamp = stampOf(file)
    if (known?.stamp !== stamp) known = { stamp, keys: readKeyFile(file) }
    return known.keys
  }
  const newest = (): MasterKey => {
    const [key] = keys()
    if (key) return key
    throw new MasterKeyError(
      `There is no master key in ${file}: put the file back, or create one with ` +
        `"(umask 077; openssl rand -base64 32 > ${file})".`,
    )
  }
  return {
    newest: () => keys()[0],
    find: (id) => keys().find((key) => key.id === id),
    make: () => {
      if (mayMakeFile && keys().length === 0) makeKeyFile(file)
      return newest()
    },
    add: () => {
      if (keys().length > 0) addToKeyFile(file)
      else if (mayMakeFile) makeKeyFile(file)
      return newest()
    },
    areOurs: true,
  }
}

function stampOf(file: string): string {
  const found = statSync(file, { bigint: true, throwIfNoEntry: false })
  return found ? `${found.ino} ${found.size} ${found.mtimeNs}` : ''
}
