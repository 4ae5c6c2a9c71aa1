import { kinds } from '@svc/model'
import type { Area } from '../../record/area.ts'

export const runbooksArea: Area = {
  panels: {
    [kinds.runbook.name]: [
      {
        id: 'document',
        label: 'Document',
        position: -1,
        load: async () => ({ default: (await import('./document-panel.tsx')).DocumentPanel }),
      },
    ],
    [kinds.project.name]: [
      {
        id: 'runbooks',
        label: 'Runbooks',
        position: 60,
        load: async () => ({ default: (await import('./some-runbooks.tsx')).Runbooks }),
      },
    ],
    [kinds.issue.name]: [
      {
        id: 'runbooks',
        label: 'Runbooks',
        position: 60,
        load: async () => ({ default: (await import('./some-runbooks.tsx')).IssueRunbooks }),
      },
    ],
  },
}
