import type { Kind } from '@svc/model'
import { useQueryClient } from '@tanstack/react-query'
import { RefreshCw } from 'lucide-react'
import { useEffect } from 'react'
import { useMode } from '../session/mode.tsx'
import styles from './live.module.css'
import { clearPending, useLive } from './live-state.ts'

/** At the top of a long list: how much has changed since it was loaded, with a button to reload it. */
export function PendingChanges({ kind: { name } }: { readonly kind: Kind }) {
  const queries = useQueryClient()
  const { mode } = useMode()
  const { pending } = useLive()
  useEffect(() => () => clearPending(name), [name])
  const count = pending[name] ?? 0
  if (count === 0) return null
  return (
    <button
      type="button"
      className={styles.news}
      onClick={() => {
        clearPending(name)
        void queries.resetQueries({ queryKey: [mode, name, 'list'], type: 'active' })
      }}
    >
      <RefreshCw aria-hidden />
      {count === 1 ? '1 change' : `${count} changes`}: show
    </button>
  )
}
