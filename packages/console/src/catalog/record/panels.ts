import { entityKinds, type Kind, kinds } from '@svc/model'
import { extraPanels, type Panel } from './extra-panels.ts'

const overview: Panel = {
  id: 'overview',
  label: 'Overview',
  load: async () => ({ default: (await import('./overview/overview.tsx')).Overview }),
}

const history: Panel = {
  id: 'history',
  label: 'History',
  load: async () => ({ default: (await import('./history/history-panel.tsx')).HistoryPanel }),
}

const ofEntities: readonly Panel[] = [
  {
    id: 'dependencies',
    label: 'Dependencies',
    load: async () => ({ default: (await import('./panels/dependencies.tsx')).Dependencies }),
  },
  {
    id: 'scorecards',
    label: 'Scorecards',
    load: async () => ({ default: (await import('./panels/scores.tsx')).Scores }),
  },
]

const slosAround: Panel = {
  id: 'slos',
  label: 'SLOs',
  load: async () => ({ default: (await import('./panels/slos-around.tsx')).SlosAround }),
}

const related = async () => import('./panels/related.tsx')

/** What only some kinds have, in the order in which people ask for it. */
const ofKinds: Readonly<Record<string, readonly Panel[]>> = {
  [kinds.project.name]: [
    { id: 'parts', label: 'APIs & resources', load: async () => ({ default: (await related()).Offered }) },
    { id: 'issues', label: 'Issues', load: async () => ({ default: (await related()).Issues }) },
    { id: 'slos', label: 'SLOs', load: async () => ({ default: (await related()).Slos }) },
    { id: 'runbooks', label: 'Runbooks', load: async () => ({ default: (await related()).Runbooks }) },
    {
      id: 'deployments',
      label: 'Deployments',
      load: async () => ({ default: (await related()).Deployments }),
    },
    {
      id: 'costs',
      label: 'Costs',
      load: async () => ({ default: (await import('../../costs/project-costs.tsx')).CostsPanel }),
    },
    {
      id: 'drift',
      label: 'Drift',
      load: async () => ({ default: (await import('./panels/drift.tsx')).Drift }),
    },
    {
      id: 'errors',
      label: 'Errors',
      load: async () => ({ default: (await import('./panels/errors.tsx')).Errors }),
    },
  ],
  [kinds.api.name]: [slosAround],
  [kinds.resource.name]: [slosAround],
  [kinds.system.name]: [slosAround],
  [kinds.domain.name]: [
    { id: 'systems', label: 'Systems', load: async () => ({ default: (await related()).Systems }) },
    slosAround,
  ],
  [kinds.team.name]: [
    {
      id: 'members',
      label: 'Members',
      load: async () => ({ default: (await import('./panels/members.tsx')).Members }),
    },
    { id: 'owns', label: 'Owns', load: async () => ({ default: (await related()).Owned }) },
    slosAround,
    {
      id: 'scorecards',
      label: 'Scorecards',
      load: async () => ({ default: (await import('../../scorecards/team-scores.tsx')).TeamScores }),
    },
  ],
  [kinds.issue.name]: [
    { id: 'runbooks', label: 'Runbooks', load: async () => ({ default: (await related()).IssueRunbooks }) },
  ],
  [kinds.user.name]: [
    { id: 'issues', label: 'Issues', load: async () => ({ default: (await related()).Assigned }) },
  ],
}

/** The parts of a record's page. What an area adds under a name that is taken stands in its place. */
export function panelsOf(kind: Kind, { hasHistory }: { readonly hasHistory: boolean }): readonly Panel[] {
  const isEntity = Object.values<string>(entityKinds).includes(kind.name)
  const usual = [overview, ...(isEntity ? ofEntities : []), ...(ofKinds[kind.name] ?? [])]
  const added = extraPanels[kind.name] ?? []
  return [
    ...added.filter(({ isFirst }) => isFirst),
    ...usual.map((panel) => added.find(({ id }) => id === panel.id) ?? panel),
    ...added.filter(({ id, isFirst }) => !isFirst && !usual.some((panel) => panel.id === id)),
    ...(hasHistory ? [history] : []),
  ]
}
