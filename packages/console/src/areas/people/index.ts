import { kinds } from '@svc/model'
import { lazy } from 'react'
import type { Area } from '../../record/area.ts'

/** The page of a person is about their work. */
export const peopleArea: Area = {
  cards: {
    [kinds.user.name]: [
      {
        id: 'work',
        place: 'main',
        Card: lazy(async () => ({ default: (await import('./work-card.tsx')).WorkCard })),
        // How an avatar is drawn is nothing to read.
        shows: ['teamIds', 'contacts', 'avatarKey', 'avatarBgColor', 'avatarFontColor'],
      },
      {
        id: 'reach',
        place: 'side',
        Card: lazy(async () => ({ default: (await import('./reach-card.tsx')).ReachCard })),
      },
      {
        id: 'shifts',
        place: 'side',
        Card: lazy(async () => ({ default: (await import('./shifts-card.tsx')).ShiftsCard })),
      },
    ],
  },
}
