import { kinds } from '@svc/model'
import type { Area } from '../../record/area.ts'

export const catalogArea: Area = {
  routes: [
    { path: '/catalog', load: async () => (await import('./all-page.tsx')).AllPage },
    { path: '/catalog/list', load: async () => (await import('./everything-page.tsx')).EverythingPage },
  ],
  panels: {
    [kinds.project.name]: [
      {
        id: 'parts',
        label: 'APIs & resources',
        position: 30,
        load: async () => ({ default: (await import('./related.tsx')).Offered }),
      },
    ],
    [kinds.domain.name]: [
      {
        id: 'systems',
        label: 'Systems',
        position: 30,
        load: async () => ({ default: (await import('./related.tsx')).Systems }),
      },
    ],
    [kinds.team.name]: [
      {
        id: 'members',
        label: 'Members',
        position: 10,
        load: async () => ({ default: (await import('./members.tsx')).Members }),
      },
      {
        id: 'owns',
        label: 'Owns',
        position: 20,
        load: async () => ({ default: (await import('./related.tsx')).Owned }),
      },
    ],
  },
}
