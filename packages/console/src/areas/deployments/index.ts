import { kinds } from '@svc/model'
import type { Area } from '../../record/area.ts'

export const deploymentsArea: Area = {
  panels: {
    [kinds.project.name]: [
      {
        id: 'deployments',
        label: 'Deployments',
        position: 70,
        fill: ({ deployments }) => deployments.length > 0,
        load: async () => ({ default: (await import('./deployments-of-project.tsx')).DeploymentsOfProject }),
      },
    ],
  },
}
