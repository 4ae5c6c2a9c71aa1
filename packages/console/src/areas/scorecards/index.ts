import { entityKinds, kinds } from '@svc/model'
import type { Area } from '../../record/area.ts'
import type { Panel } from '../../values/area-parts.ts'

const { path } = kinds.scorecard

const scores: Panel = {
  id: 'scorecards',
  label: 'Scorecards',
  position: 20,
  fill: ({ scores }) => scores.length > 0,
  load: async () => ({ default: (await import('./scores-panel.tsx')).Scores }),
}

export const scorecardsArea: Area = {
  // In place of the generic list and record page: people want to see how everything scores.
  routes: [
    { path: path, load: async () => (await import('./scorecards-page.tsx')).ScorecardsPage },
    { path: `${path}/$id`, load: async () => (await import('./scorecard-page.tsx')).ScorecardPage },
    {
      path: `${path}/$id/record`,
      load: async () => (await import('./scorecard-record-page.tsx')).ScorecardRecordPage,
    },
  ],
  panels: {
    ...Object.fromEntries(Object.values(entityKinds).map((name) => [name, [scores]])),
    [kinds.team.name]: [
      {
        id: 'scorecards',
        label: 'Scorecards',
        position: 60,
        fill: ({ projectScores }) => projectScores.length > 0,
        load: async () => ({ default: (await import('./team-scores.tsx')).TeamScores }),
      },
    ],
  },
}
