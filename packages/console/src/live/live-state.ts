import { useSyncExternalStore } from 'react'
import type { Connection } from './feed-connection.ts'

interface LiveState {
  readonly connection: Connection
  /** By kind, how many changes a long list does not show yet. */
  readonly pending: Readonly<Record<string, number>>
}

let state: LiveState = { connection: 'connecting', pending: {} }
const listeners = new Set<() => void>()

export function setLive(change: Partial<LiveState>): void {
  state = { ...state, ...change }
  for (const tell of listeners) tell()
}

export const addPending = (kind: string, count: number): void =>
  setLive({ pending: { ...state.pending, [kind]: (state.pending[kind] ?? 0) + count } })

export function clearPending(kind: string): void {
  const { [kind]: _, ...pending } = state.pending
  setLive({ pending })
}

const subscribe = (tell: () => void): (() => void) => {
  listeners.add(tell)
  return () => listeners.delete(tell)
}

export const useLive = (): LiveState => useSyncExternalStore(subscribe, () => state)
