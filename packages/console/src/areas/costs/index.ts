import { kinds } from '@svc/model'
import type { Area } from '../../record/area.ts'

export const costsArea: Area = {
  routes: [{ path: '/costs', load: async () => (await import('./costs-page.tsx')).CostsPage }],
  panels: {
    [kinds.project.name]: [
      {
        id: 'costs',
        label: 'Costs',
        position: 80,
        fill: ({ costs }) => costs?.hasEntries ?? false,
        load: async () => ({ default: (await import('./project-costs.tsx')).CostsPanel }),
      },
    ],
  },
}
