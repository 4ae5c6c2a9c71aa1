import { readFileSync, renameSync, writeFileSync } from 'node:fs'

/** What a database was like when it was last used, kept beside it, where a copy put in its place does not reach. */
export interface Seen {
  readonly epoch: string
  readonly mark: number
}

export interface Witness {
  /** Undefined where there is none, or none that can be read. */
  read(): Seen | undefined
  write(seen: Seen): void
}

export const witnessFile = (databaseFile: string): string => `${databaseFile}.epoch`

export function witnessBeside(databaseFile: string): Witness {
  const file = witnessFile(databaseFile)
  return {
    read() {
      try {
        const [, epoch, mark] = /^(\w+) (\d+)\n$/.exec(readFileSync(file, 'utf8')) ?? []
        return epoch === undefined ? undefined : { epoch, mark: Number(mark) }
      } catch {
        return undefined
      }
    },
    write({ epoch, mark }) {
      try {
        // Put in place whole: another process may be reading it.
        const whole = `${file}.${process.pid}`
        writeFileSync(whole, `${epoch} ${mark}\n`, { mode: 0o600 })
        renameSync(whole, file)
      } catch {
        // Without it the next start only renews the epoch, though it need not.
      }
    },
  }
}
