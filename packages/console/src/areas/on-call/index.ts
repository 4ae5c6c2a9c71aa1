import { kinds } from '@svc/model'
import { lazy } from 'react'
import { OnCallViews } from './on-call-views.tsx'
import { newRotation } from './new-rotation.ts'
import type { Area } from '../../record/area.ts'

export const onCallArea: Area = {
  routes: [{ path: '/oncall', load: async () => (await import('./week/on-call-page.tsx')).OnCallPage }],
  cards: {
    [kinds.oncallBinding.name]: [
      {
        id: 'on-call',
        place: 'main',
        Card: lazy(async () => ({ default: (await import('./binding-cards.tsx')).BindingCards })),
        shows: [
          'currentlyOnCallUserName',
          'currentlyOnCallUserEmail',
          'currentlyOnCallUserUid',
          'currentShiftStartsAt',
          'currentShiftEndsAt',
          'lastFetchedAt',
          'lastAttemptAt',
          'lastFetchError',
          'manual',
        ],
      },
    ],
    [kinds.team.name]: [
      {
        id: 'on-call',
        place: 'side',
        Card: lazy(async () => ({ default: (await import('./on-call.tsx')).OnCall })),
      },
    ],
  },
  actions: {
    [kinds.oncallBinding.name]: lazy(async () => ({
      default: (await import('./refresh-on-call.tsx')).RefreshOnCall,
    })),
  },
  views: { [kinds.oncallBinding.name]: OnCallViews },
  beginnings: { 'manual/rotation': newRotation },
  lines: {
    [`${kinds.oncallBinding.name}.manual`]: lazy(async () => ({
      default: (await import('./rota-line.tsx')).RotaLine,
    })),
  },
}
