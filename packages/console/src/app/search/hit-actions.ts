import { kindNamed, kinds } from '@svc/model'
import type { useNavigate } from '@tanstack/react-router'
import { BookOpenText, CornerDownLeft, Link2, PhoneCall, Waypoints } from 'lucide-react'
import { tell, tellTrouble } from '../../design/toast.tsx'
import { withBasePath } from '../../session/base-path.ts'
import { entityKindOf } from '../../values/entity-look.ts'
import type { Entry } from './commands.ts'

interface Hit {
  readonly kind: string
  readonly id: string
}

/** What can be done with a record that was found, besides opening it. */
export function actionsOn({ kind, id }: Hit, navigate: ReturnType<typeof useNavigate>): readonly Entry[] {
  const page = `${kindNamed(kind).path}/${encodeURIComponent(id)}`
  const entity = entityKindOf(kind)
  const go =
    (to: string, search = {}) =>
    () =>
      void navigate({ to, search })
  const isOnCallFor = Object.values(targetsOfOnCall).includes(kind)
  return [
    { key: 'open', label: 'Open', icon: CornerDownLeft, run: go(page) },
    ...(entity
      ? [
          {
            key: 'impact',
            label: 'Show the blast radius',
            icon: Waypoints,
            run: go('/graph', { root: `${entity}:${id}`, mode: 'impact' }),
          },
        ]
      : []),
    ...(kind === kinds.project.name
      ? [
          {
            key: 'runbooks',
            label: 'Runbooks',
            icon: BookOpenText,
            run: go(kinds.runbook.path, { appId: id }),
          },
        ]
      : []),
    ...(isOnCallFor
      ? [
          {
            key: 'on-call',
            label: 'Who is on call',
            icon: PhoneCall,
            run: go(kinds.oncallBinding.path, { targetId: id }),
          },
        ]
      : []),
    { key: 'copy', label: 'Copy link', icon: Link2, run: () => void copy(page) },
  ]
}

const { target } = kinds.oncallBinding.fields.targetId
const targetsOfOnCall: Readonly<Record<string, string>> = typeof target === 'object' ? target.kinds : {}

async function copy(page: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(new URL(withBasePath(page), location.origin).href)
    tell('Link copied')
  } catch {
    tellTrouble('Not copied', 'The browser does not allow it here.')
  }
}
