import {
  closeSync,
  fsyncSync,
  linkSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs'
import { dirname } from 'node:path'
import { isKeyText, type MasterKey, MasterKeyError, newKeyText, readMasterKey } from './master-key.ts'

const heading = '# Master keys of svc'
const head = `${heading}, the newest first: new values are encrypted with that one.
# Without them no value in the vault can be read. Keep a copy, apart from the backups of the database.
`

/** The keys of a file, the newest first; none if there is no file. */
export function readKeyFile(file: string): readonly MasterKey[] {
  return linesOf(file).map((line) => readMasterKey(line, `Each line of the key file ${file}`))
}

/** Whether a text is a key file: it has our own heading, or contains only keys. */
export function isKeyFile(content: string): boolean {
  const lines = keyLinesIn(content)
  return content.startsWith(heading) || (lines.length > 0 && lines.every(isKeyText))
}

/** Creates a file with one new key; if another process was first, its file stays. */
export function makeKeyFile(file: string): void {
  const draft = writeDraft(file, [newKeyText()])
  try {
    linkSync(draft, file)
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw unusable(file, error)
  } finally {
    rmSync(draft, { force: true })
  }
  syncFolder(file)
}

/** Puts a new key before the others, which stay: older backups are encrypted with them. */
export function addToKeyFile(file: string): void {
  const draft = writeDraft(file, [newKeyText(), ...linesOf(file)])
  renameSync(draft, file)
  syncFolder(file)
}

function linesOf(file: string): readonly string[] {
  try {
    return keyLinesIn(readFileSync(file, 'utf8'))
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return []
    throw unusable(file, error)
  }
}

const keyLinesIn = (content: string): readonly string[] =>
  content
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'))

/** On disk before anything is encrypted with its key: a key lost in a power cut is lost for good. */
function writeDraft(file: string, keys: readonly string[]): string {
  const draft = `${file}.new-${process.pid}`
  try {
    rmSync(draft, { force: true })
    const handle = openSync(draft, 'wx', 0o600)
    try {
      writeSync(handle, `${head}${keys.join('\n')}\n`)
      fsyncSync(handle)
    } finally {
      closeSync(handle)
    }
    return draft
  } catch (error) {
    throw unusable(file, error)
  }
}

function syncFolder(file: string): void {
  const folder = openSync(dirname(file), 'r')
  try {
    fsyncSync(folder)
  } finally {
    closeSync(folder)
  }
}

const unusable = (file: string, error: unknown): MasterKeyError =>
  new MasterKeyError(`The key file ${file} cannot be used (${codeOf(error)}): check its owner and mode.`)

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
