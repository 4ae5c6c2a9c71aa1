import { kinds } from '@svc/model'
import type { Area } from '../../record/area.ts'
import type { Panel } from '../../values/area-parts.ts'

/** What has runbooks only through projects. */
const withProjects = [kinds.api, kinds.resource, kinds.system, kinds.domain, kinds.team]

const related: Panel = {
  id: 'runbooks',
  label: 'Runbooks',
  position: 60,
  fill: ({ runbooks }) => runbooks,
  load: async () => ({ default: (await import('./related-runbooks.tsx')).RelatedRunbooks }),
}

export const runbooksArea: Area = {
  panels: {
    ...Object.fromEntries(withProjects.map(({ name }) => [name, [related]])),
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
        fill: ({ runbooks }) => runbooks,
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
