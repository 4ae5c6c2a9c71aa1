import { kinds } from '@svc/model'
import type { Area } from '../../record/area.ts'

export const specsArea: Area = {
  panels: {
    [kinds.api.name]: [
      {
        id: 'spec',
        label: 'Spec',
        position: 110,
        load: async () => ({ default: (await import('./spec-panel.tsx')).SpecPanel }),
      },
    ],
  },
}
