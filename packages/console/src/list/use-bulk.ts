import type { Fields } from '@svc/client'
import { CatalogError, type Kind } from '@svc/model'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useMode } from '../session/mode.tsx'
import { keyOf } from '../api/records.ts'
import { isAlike } from '../form/draft.ts'

export interface BulkFailure {
  readonly id: string
  readonly reason: string
}

export interface BulkRun {
  readonly done: number
  readonly total: number
  readonly isRunning: boolean
  readonly failures: readonly BulkFailure[]
}

const concurrency = 4
const attempts = 3

/** Changes many records, a few at a time; each based on its current state, so that nobody's work is lost. */
export function useBulk(kind: Kind) {
  const { client, mode } = useMode()
  const queries = useQueryClient()
  const [run, setRun] = useState<BulkRun | null>(null)

  const changeOne = async (id: string, change: (record: Fields) => Fields): Promise<void> => {
    for (let attempt = 1; ; attempt++) {
      const { record, etag } = await client.records(kind).read(id)
      const changes = change(record)
      // Records already in the desired state are skipped: a second run is for those that failed in the first.
      if (Object.entries(changes).every(([key, value]) => isAlike(value, record[key]))) return
      try {
        await client.records(kind).update(id, changes, { ifMatch: etag })
        return
      } catch (error) {
        const isConflict = error instanceof CatalogError && error.code === 'precondition_failed'
        if (!isConflict || attempt === attempts) throw error
      }
    }
  }

  const start = async (ids: readonly string[], change: (record: Fields) => Fields): Promise<BulkRun> => {
    const waiting = [...ids]
    const failures: BulkFailure[] = []
    let done = 0
    const report = (isRunning: boolean): BulkRun => {
      const progress = { done, total: ids.length, isRunning, failures: [...failures] }
      setRun(progress)
      return progress
    }
    const work = async (): Promise<void> => {
      for (let id = waiting.shift(); id !== undefined; id = waiting.shift()) {
        try {
          await changeOne(id, change)
        } catch (error) {
          failures.push({ id, reason: error instanceof Error ? error.message : String(error) })
        }
        done++
        report(true)
      }
    }
    report(true)
    await Promise.all(Array.from({ length: concurrency }, work))
    await queries.invalidateQueries({ queryKey: keyOf(mode, kind) })
    return report(false)
  }

  return { run, start, reset: () => setRun(null) }
}
