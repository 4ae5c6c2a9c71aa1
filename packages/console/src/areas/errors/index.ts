import { kinds } from '@svc/model'
import type { Area } from '../../record/area.ts'

export const errorsArea: Area = {
  panels: {
    [kinds.project.name]: [
      {
        id: 'errors',
        label: 'Errors',
        position: 100,
        fill: ({ errors }) => errors !== null,
        load: async () => ({ default: (await import('./errors.tsx')).Errors }),
      },
    ],
  },
}
