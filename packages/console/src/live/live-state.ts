import { useSyncExternalStore } from 'react'
import type { Connection } from './line.ts'

interface LiveState {
  readonly connection: Connection
  /** By kind, how many records changed that a long list does not show yet. */
  readonly news: Readonly<Record<string, number>>
}

let state: LiveState = { connection: 'connecting', news: {} }
const listeners = new Set<() => void>()

export function setLive(change: Partial<LiveState>): void {
  state = { ...state, ...change }
  for (const tell of listeners) tell()
}

export const addNews = (kind: string, count: number): void =>
  setLive({ news: { ...state.news, [kind]: (state.news[kind] ?? 0) + count } })

export function forgetNews(kind: string): void {
  const { [kind]: _, ...news } = state.news
  setLive({ news })
}

const subscribe = (tell: () => void): (() => void) => {
  listeners.add(tell)
  return () => listeners.delete(tell)
}

export const useLive = (): LiveState => useSyncExternalStore(subscribe, () => state)
