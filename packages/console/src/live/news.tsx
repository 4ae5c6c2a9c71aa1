import type { Kind } from '@svc/model'
import { useQueryClient } from '@tanstack/react-query'
import { RefreshCw } from 'lucide-react'
import { useEffect } from 'react'
import { useMode } from '../session/mode.tsx'
import styles from './live.module.css'
import { forgetNews, useLive } from './live-state.ts'

/** At the top of a long list: what has changed since it was read, for who wants to see it now. */
export function News({ kind: { name } }: { readonly kind: Kind }) {
  const queries = useQueryClient()
  const { mode } = useMode()
  const { news } = useLive()
  useEffect(() => () => forgetNews(name), [name])
  const count = news[name] ?? 0
  if (count === 0) return null
  return (
    <button
      type="button"
      className={styles.news}
      onClick={() => {
        forgetNews(name)
        void queries.resetQueries({ queryKey: [mode, name, 'list'], type: 'active' })
      }}
    >
      <RefreshCw aria-hidden />
      {count === 1 ? '1 change' : `${count} changes`}: show
    </button>
  )
}
