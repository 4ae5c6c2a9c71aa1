import { randomInt } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'

/** Two commits in a row practically never have the same. */
export const newMark = (): number => randomInt(1, 2 ** 31)

/**
 * Every commit that writes leaves a random number in the header of the file (`user_version`). A number that this
 * process did not write shows that another one has.
 */
export function createCommitMarks(writer: DatabaseSync, reader: DatabaseSync) {
  const dataVersion = reader.prepare('pragma data_version')
  const userVersion = reader.prepare('pragma user_version')
  const changes = writer.prepare('select total_changes() as count')
  const inTransaction = writer.prepare('pragma user_version')
  const written = (): number => Number(changes.get()?.count)
  let own = Number(userVersion.get()?.user_version)
  let version: number | undefined
  let departed: number | undefined
  let foreign = 0
  let seenChanges = written()

  const compare = (row: Readonly<Record<string, unknown>> | undefined): number => {
    const mark = Number(row?.user_version)
    if (mark !== own && mark !== departed) {
      own = mark
      foreign += 1
    }
    return mark
  }

  return {
    now: () => compare(userVersion.get()),

    /** In a transaction of the writer that has just begun: later, its own mark would hide another's. */
    begun(): void {
      compare(inTransaction.get())
    },

    noteOwn(mark: number | undefined): void {
      if (mark !== undefined) own = mark
    },

    /** In a transaction of the writer that is about to commit; none is needed if it wrote nothing. */
    set(): number | undefined {
      const count = written()
      if (count === seenChanges) return undefined
      seenChanges = count
      const mark = newMark()
      writer.exec(`pragma user_version = ${mark}`)
      return mark
    },

    /** While another thread of this process commits under a mark. */
    async during(mark: number, commit: () => Promise<void>): Promise<void> {
      departed = mark
      try {
        await commit()
        own = mark
      } finally {
        departed = undefined
      }
    },

    /** How often other processes were seen to have written. */
    foreignCommits(): number {
      const { data_version } = dataVersion.get() as { data_version: number }
      if (data_version === version) return foreign
      version = data_version
      compare(userVersion.get())
      return foreign
    },
  }
}
