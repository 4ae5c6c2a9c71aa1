import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { modeIn, useMode } from '../../session/mode.tsx'

/** Keeps `?mode=test` in the address, so that a link to test data shows test data to everyone it is sent to. */
export function useModeInAddress(): void {
  const { mode, setMode } = useMode()
  const search: Readonly<Record<string, unknown>> = useSearch({ strict: false })
  const navigate = useNavigate()
  const asked = modeIn(search.mode)
  // The graph has a parameter of the same name.
  const isTaken = search.mode !== undefined && asked === undefined
  const lastAsked = useRef(asked)
  useEffect(() => {
    const isNew = asked !== lastAsked.current
    lastAsked.current = asked
    if (isNew && asked && asked !== mode) {
      setMode(asked)
      return
    }
    const said = mode === 'test' ? mode : undefined
    if (asked === said || isTaken) return
    void navigate({
      to: '.',
      search: (before: object) => ({ ...before, mode: said }),
      hash: true,
      replace: true,
      resetScroll: false,
    })
  }, [asked, isTaken, mode, setMode, navigate])
}
