import { createHash, randomUUID } from 'node:crypto'
import {
  appendFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { homedir } from 'node:os'
import { basename, isAbsolute, join, resolve } from 'node:path'

/**
 * Creates, recorded before they are sent. If everything is killed before the host has saved its state, the next run
 * finds the key of each such request here, repeats it, and gets the record that was created then instead of a second
 * one. A run in which every request was answered leaves nothing behind.
 */
export interface Journal {
  /** The key to create this with, and whether an interrupted run has used it before. */
  begin(content: string): Started
  /** The host's state contains this record: it is not a leftover. */
  seen(id: string): void
  /** The host has received every answer. */
  close(): void
}

export interface Started {
  readonly key: string
  readonly isRepeated: boolean
  made(id: string): void
  /** Nothing was created. */
  refused(): void
}

/** As long as the service remembers the key. */
const memory = 24 * 60 * 60 * 1_000

interface Entry {
  readonly file: string
  readonly key: string
  readonly content: string
  readonly at: number
  id?: string
}

/**
 * The host's own folder if there is one, else one for this working directory among the user's own files. Never in a
 * folder that all users share: somebody else could have created it first, under its predictable name.
 */
export function journalFolder(env: NodeJS.ProcessEnv, cwd: string): string {
  const data = resolve(cwd, env.TF_DATA_DIR ?? '.terraform')
  if (existsSync(data)) return join(data, 'svc-creating')
  const state = env.XDG_STATE_HOME
  const own = state !== undefined && isAbsolute(state) ? state : join(homedir(), '.local', 'state')
  return join(own, 'svc', `svc-creating-${digest(cwd).slice(0, 16)}`)
}

/** A folder that others can change or have created is neither trusted nor written to. */
function refuseForeign(folder: string): void {
  const found = lstatSync(folder)
  const isOurs = process.getuid === undefined || found.uid === process.getuid()
  if (!found.isDirectory() || !isOurs)
    throw new Error(`${folder} is a link, a file or belongs to somebody else.`)
  if (process.platform !== 'win32' && (found.mode & 0o022) !== 0) {
    throw new Error(`${folder} can be changed by other users.`)
  }
}

const digest = (text: string): string => createHash('sha256').update(text).digest('hex')

export interface JournalOptions {
  readonly folder: string
  readonly onFailure: (failure: unknown) => void
  readonly now?: () => number
}

export function createJournal({ folder, onFailure, now = Date.now }: JournalOptions): Journal {
  const own = join(folder, `${process.pid}-${randomUUID()}.jsonl`)
  let isOpen = false
  const unanswered = new Map<string, string>()
  let leftovers: Entry[] | undefined
  const left = (): Entry[] => {
    if (leftovers) return leftovers
    const found: Entry[] = []
    leftovers = found
    tried(() => found.push(...readLeftovers(folder, own, now())))
    return found
  }
  // If nothing can be read or written, creating still works, only without this protection.
  const tried = (work: () => void): void => {
    try {
      work()
    } catch (failure) {
      onFailure(failure)
    }
  }
  const write = (file: string, line: Line): void =>
    tried(() => {
      if (!isOpen) {
        mkdirSync(folder, { recursive: true, mode: 0o700 })
        refuseForeign(folder)
      }
      isOpen = true
      appendFileSync(file, asText(line), { mode: 0o600 })
    })
  return {
    begin(text) {
      const content = digest(text)
      const index = left().findIndex((entry) => entry.content === content)
      const [repeated] = index < 0 ? [] : left().splice(index, 1)
      const key = repeated?.key ?? randomUUID()
      if (repeated) write(repeated.file, { done: key })
      // The service remembers a repeated key from its first use.
      const line = { key, content, at: repeated?.at ?? now() }
      unanswered.set(key, asText(line))
      write(own, line)
      return {
        key,
        isRepeated: repeated !== undefined,
        made(id) {
          unanswered.delete(key)
          write(own, { key, id })
        },
        refused() {
          unanswered.delete(key)
          write(own, { done: key })
        },
      }
    },
    seen(id) {
      const index = left().findIndex((entry) => entry.id === id)
      const [known] = index < 0 ? [] : left().splice(index, 1)
      if (known) write(known.file, { done: known.key })
    },
    close() {
      if (!isOpen) return
      tried(() => {
        if (unanswered.size > 0) return writeFileSync(own, [...unanswered.values()].join(''))
        rmSync(own, { force: true })
        if (readdirSync(folder).length === 0) rmdirSync(folder)
      })
    },
  }
}

/** Creates of earlier runs that are in no known state. */
function readLeftovers(folder: string, own: string, now: number): Entry[] {
  if (!existsSync(folder)) return []
  refuseForeign(folder)
  return readdirSync(folder)
    .map((name) => join(folder, name))
    .filter((file) => file !== own && !isRunning(file))
    .flatMap((file) => {
      const entries = entriesIn(file).filter(({ at }) => at > now - memory)
      if (entries.length === 0) rmSync(file, { force: true })
      return entries
    })
}

function entriesIn(file: string): readonly Entry[] {
  const entries = new Map<string, Entry>()
  for (const line of readFileSync(file, 'utf8').split('\n')) {
    const { key, content, at, id, done } = parsed(line)
    if (done !== undefined) entries.delete(done)
    else if (key === undefined) continue
    else if (content !== undefined && at !== undefined) entries.set(key, { file, key, content, at })
    else {
      const entry = entries.get(key)
      if (entry && id !== undefined) entry.id = id
    }
  }
  return [...entries.values()]
}

interface Line {
  readonly key?: string
  readonly content?: string
  readonly at?: number
  readonly id?: string
  readonly done?: string
}

const asText = (line: Line): string => `${JSON.stringify(line)}\n`

/** A line that was cut off when its process ended is ignored. */
function parsed(line: string): Line {
  try {
    return JSON.parse(line)
  } catch {
    return {}
  }
}

/** Another command running in the same folder handles its own entries. */
function isRunning(file: string): boolean {
  const pid = Number.parseInt(basename(file), 10)
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
