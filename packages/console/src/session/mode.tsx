import type { Client } from '@svc/client'
import { type Mode, modes } from '@svc/model'
import { createContext, type ReactNode, useContext, useMemo, useState } from 'react'
import { clientFor } from './client.ts'

interface ModeState {
  readonly mode: Mode
  readonly client: Client
  setMode(mode: Mode): void
}

const Context = createContext<ModeState | undefined>(undefined)
const key = 'svc.mode'

/** The mode that an address asks for, if it does. */
export const modeIn = (asked: unknown): Mode | undefined => modes.find((mode) => mode === asked)

function firstMode(): Mode {
  const asked = new URLSearchParams(window.location.search).get('mode')
  return modeIn(asked) ?? modeIn(sessionStorage.getItem(key)) ?? 'live'
}

/** Live or test data: in the address and stored per tab, so that two tabs can show both. */
export function ModeProvider({ children }: { readonly children: ReactNode }) {
  const [mode, keep] = useState<Mode>(firstMode)
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

/** Everything inside it is in this mode: for settings of the organisation that name records of one of them. */
export function ModeSide({ mode, children }: { readonly mode: Mode; readonly children: ReactNode }) {
  const { setMode } = useMode()
  const state = useMemo(() => ({ mode, client: clientFor(mode), setMode }), [mode, setMode])
  return <Context value={state}>{children}</Context>
}

/** Everything inside it is in live mode: for settings of the organisation, which use live data in both modes. */
export const LiveSide = ({ children }: { readonly children: ReactNode }) => (
  <ModeSide mode="live">{children}</ModeSide>
)

export function useMode(): ModeState {
  const state = useContext(Context)
  if (!state) throw new Error('useMode needs a ModeProvider.')
  return state
}
