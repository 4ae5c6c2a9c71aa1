import type { Client } from '@svc/client'
import type { Mode } from '@svc/model'
import { createContext, type ReactNode, useContext, useMemo, useState } from 'react'
import { clientFor } from './client.ts'

interface ModeState {
  readonly mode: Mode
  readonly client: Client
  setMode(mode: Mode): void
}

const Context = createContext<ModeState | undefined>(undefined)
const key = 'svc.mode'

/** Live or test data: kept for this tab, so that two tabs can look at both. */
export function ModeProvider({ children }: { readonly children: ReactNode }) {
  const [mode, keep] = useState<Mode>(() => (sessionStorage.getItem(key) === 'test' ? 'test' : 'live'))
  const state = useMemo(
    () => ({
      mode,
      client: clientFor(mode),
      setMode: (next: Mode) => {
        sessionStorage.setItem(key, next)
        keep(next)
      },
    }),
    [mode],
  )
  return <Context value={state}>{children}</Context>
}

/** Below it everything is live: for what belongs to the organisation and looks at the live side from both. */
export function LiveSide({ children }: { readonly children: ReactNode }) {
  const { setMode } = useMode()
  const state = useMemo(() => ({ mode: 'live' as const, client: clientFor('live'), setMode }), [setMode])
  return <Context value={state}>{children}</Context>
}

export function useMode(): ModeState {
  const state = useContext(Context)
  if (!state) throw new Error('There is no mode here.')
  return state
}
