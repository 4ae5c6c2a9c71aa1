import { kinds } from '@svc/model'
import type { Area } from '../../record/area.ts'
import type { Panel } from '../../values/area-parts.ts'
import { SloViews } from './views.tsx'

const around: Panel = {
  id: 'slos',
  label: 'SLOs',
  position: 50,
  fill: ({ slos }) => slos.total,
  load: async () => ({ default: (await import('./related-slos.tsx')).RelatedSlos }),
}

export const slosArea: Area = {
  routes: [
    { path: `${kinds.slo.path}/review`, load: async () => (await import('./review-page.tsx')).ReviewPage },
  ],
  views: { [kinds.slo.name]: SloViews },
  panels: {
    [kinds.slo.name]: [
      {
        id: 'budget',
        label: 'Error budget',
        position: -1,
        load: async () => ({ default: (await import('./slo-panel.tsx')).SloPanel }),
      },
    ],
    [kinds.project.name]: [
      {
        id: 'slos',
        label: 'SLOs',
        position: 50,
        fill: ({ slos }) => slos.total,
        load: async () => ({ default: (await import('./slos-of-project.tsx')).SlosOfProject }),
      },
    ],
    [kinds.api.name]: [around],
    [kinds.resource.name]: [around],
    [kinds.system.name]: [around],
    [kinds.domain.name]: [around],
    [kinds.team.name]: [around],
  },
}
