import type { Fields } from '@svc/client'
import { type Kind, severalOfKind } from '@svc/model'
import { useEffect, useRef, useState } from 'react'
import { useReplaceRows } from '../../api/use-replace-rows.ts'
import { isAlike } from '../../form/draft.ts'
import { useMode } from '../../session/mode.tsx'
import { type BulkChange, type Effect, effectOn } from './bulk-change.ts'
import { type BulkProgress, type Done, runBulk, undoing } from './bulk-run.ts'

/** Changes the selected records, and changes them back. */
export function useBulk(kind: Kind) {
  const { client } = useMode()
  const replaceRows = useReplaceRows(kind)
  const [progress, setProgress] = useState<BulkProgress | null>(null)
  const stop = useRef<AbortController>(null)
  // What has begun is finished when the page is left; nothing else is begun.
  useEffect(() => () => stop.current?.abort(), [])

  const run = async (
    rows: readonly Fields[],
    effect: (now: Fields, shown: Fields) => Effect,
  ): Promise<BulkProgress> => {
    stop.current = new AbortController()
    const found = await runBulk({
      records: client.records(kind),
      rows,
      effect,
      signal: stop.current.signal,
      onProgress: setProgress,
    })
    replaceRows(found.done.map(({ record }) => record))
    return found
  }
  return {
    progress,
    change: (rows: readonly Fields[], change: BulkChange) =>
      run(rows, (now, shown) => guarded(kind, change, now, shown)),
    undo: (done: readonly Done[]) => {
      const byId = new Map(done.map((one) => [one.record.id, one]))
      return run(
        done.map(({ record }) => record),
        (now) => {
          const one = byId.get(now.id)
          return one ? undoing(one, now) : { kind: 'same' }
        },
      )
    },
    stop: () => stop.current?.abort(),
    reset: () => setProgress(null),
  }
}

/** A value that somebody else has set since the preview is not overwritten; entries are added to whatever there is. */
function guarded(kind: Kind, change: BulkChange, now: Fields, shown: Fields): Effect {
  const effect = effectOn(kind, change, now)
  const isSurprise = !('added' in change) && !isAlike(now[change.key], shown[change.key])
  return effect.kind === 'change' && isSurprise
    ? {
        kind: 'refused',
        reason: 'Somebody else has changed this field since the preview. It stays as it is.',
      }
    : effect
}

export const counted = (kind: Kind, count: number): string =>
  `${new Intl.NumberFormat().format(count)} ${count === 1 ? kind.noun : severalOfKind(kind)}`
