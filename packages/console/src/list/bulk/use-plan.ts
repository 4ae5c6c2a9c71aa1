import type { Fields } from '@svc/client'
import type { Kind } from '@svc/model'
import { useEffect, useState } from 'react'
import { type BulkChange, type BulkPlan, planOf } from './bulk-change.ts'

/** What a change would do; null while it is being worked out, or while nothing is asked for. */
export function usePlan(kind: Kind, change: BulkChange | null, rows: readonly Fields[]): BulkPlan | null {
  const [found, setFound] = useState<{ for: string; plan: BulkPlan } | null>(null)
  const asked = JSON.stringify(change)
  useEffect(() => {
    const wanted = JSON.parse(asked) as BulkChange | null
    if (!wanted) return
    const stop = new AbortController()
    planOf(kind, wanted, rows, stop.signal).then(
      (plan) => stop.signal.aborted || setFound({ for: asked, plan }),
      () => undefined,
    )
    return () => stop.abort()
  }, [kind, rows, asked])
  return found?.for === asked ? found.plan : null
}
