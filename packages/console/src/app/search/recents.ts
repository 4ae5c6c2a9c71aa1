import type { Mode } from '@svc/model'
import { useLocation } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useMode } from '../../session/mode.tsx'
import { useSession } from '../../session/session.tsx'
import { listedKinds } from '../../api/listed-kinds.ts'

const maxRecents = 12
const keyFor = (organisationId: string, mode: Mode): string => `svc.recent.${organisationId}.${mode}`

function read(key: string): readonly string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? '[]')
    return Array.isArray(stored) ? stored.filter((id) => typeof id === 'string') : []
  } catch {
    return []
  }
}

/** Recently viewed records, the latest first; stored in this browser. */
export function useRecents(): readonly string[] {
  const { organisation } = useSession()
  const { mode } = useMode()
  return read(keyFor(organisation.id, mode))
}

export function useRememberVisits(): void {
  const { organisation } = useSession()
  const { mode } = useMode()
  const { pathname } = useLocation()
  useEffect(() => {
    const id = recordIn(pathname)
    if (!id) return
    const key = keyFor(organisation.id, mode)
    const others = read(key).filter((one) => one !== id)
    localStorage.setItem(key, JSON.stringify([id, ...others].slice(0, maxRecents)))
  }, [pathname, organisation.id, mode])
}

/** The id of the record that a path shows. */
function recordIn(pathname: string): string | undefined {
  const kind = listedKinds.find(({ path, idPrefix }) => pathname.startsWith(`${path}/${idPrefix}_`))
  return kind && pathname.slice(kind.path.length + 1).split('/', 1)[0]
}
