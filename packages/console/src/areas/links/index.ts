import { entityKinds } from '@svc/model'
import { lazy } from 'react'
import type { Area } from '../../record/area.ts'
import type { OverviewCard } from '../../values/area-parts.ts'

const links: OverviewCard = {
  id: 'links',
  place: 'side',
  Card: lazy(async () => ({ default: (await import('./links.tsx')).Links })),
}

export const linksArea: Area = {
  cards: Object.fromEntries(Object.values(entityKinds).map((name) => [name, [links]])),
}
