import { kinds } from '@svc/model'
import type { Area } from '../../record/area.ts'

export const driftArea: Area = {
  panels: {
    [kinds.project.name]: [
      {
        id: 'drift',
        label: 'Drift',
        position: 90,
        fill: ({ drift }) => drift !== null,
        load: async () => ({ default: (await import('./drift.tsx')).Drift }),
      },
    ],
  },
}
