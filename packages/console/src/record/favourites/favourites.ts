import { useSyncExternalStore } from 'react'
import { useMode } from '../../session/mode.tsx'
import { useSession } from '../../session/session.tsx'

/** More than anybody finds something in; the oldest goes. */
const maxFavourites = 50

export interface Favourites {
  /** The latest first. */
  readonly ids: readonly string[]
  toggle(id: string): void
}

/** The records that somebody wants at hand; kept in this browser, for each organisation and mode. */
export function useFavourites(): Favourites {
  const { organisation } = useSession()
  const { mode } = useMode()
  const key = `svc.favourites.${organisation.id}.${mode}`
  const text = useSyncExternalStore(subscribe, () => localStorage.getItem(key) ?? '[]')
  const ids = idsIn(text)
  return {
    ids,
    toggle(id) {
      const others = ids.filter((one) => one !== id)
      const next = others.length < ids.length ? others : [id, ...others].slice(0, maxFavourites)
      localStorage.setItem(key, JSON.stringify(next))
      for (const listener of listeners) listener()
    },
  }
}

const listeners = new Set<() => void>()

/** Other tabs tell by an event; a tab hears nothing of its own changes. */
function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  window.addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', listener)
  }
}

function idsIn(text: string): readonly string[] {
  try {
    const stored: unknown = JSON.parse(text)
    return Array.isArray(stored) ? stored.filter((id) => typeof id === 'string') : []
  } catch {
    return []
  }
}
