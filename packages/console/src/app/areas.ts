import { entityKinds, kinds } from '@svc/model'
import { lazy } from 'react'
import { catalogArea } from '../areas/catalog/index.ts'
import { costFigures } from '../areas/costs/figures.ts'
import { costsArea } from '../areas/costs/index.ts'
import { deploymentsArea } from '../areas/deployments/index.ts'
import { driftArea } from '../areas/drift/index.ts'
import { errorsArea } from '../areas/errors/index.ts'
import { graphArea } from '../areas/graph/index.ts'
import { issuesArea } from '../areas/issues/index.ts'
import { linksArea } from '../areas/links/index.ts'
import { onCallArea } from '../areas/on-call/index.ts'
import { peopleArea } from '../areas/people/index.ts'
import { programsArea } from '../areas/programs/index.ts'
import { runbooksArea } from '../areas/runbooks/index.ts'
import { scorecardsArea } from '../areas/scorecards/index.ts'
import { settingsArea } from '../areas/settings/index.ts'
import { sloFigures } from '../areas/slos/figures.ts'
import { slosArea } from '../areas/slos/index.ts'
import { specsArea } from '../areas/specs/index.ts'
import { viewsArea } from '../areas/views/index.ts'
import type { Area, Page } from '../record/area.ts'
import type { AreaParts, OverviewCard } from '../values/area-parts.ts'
import { plainFigures } from '../words/figures.ts'

const answers: OverviewCard = {
  id: 'answers',
  place: 'top',
  Card: lazy(async () => ({ default: (await import('./overview/answers.tsx')).Answers })),
}

const timeline: OverviewCard = {
  id: 'timeline',
  place: 'main',
  Card: lazy(async () => ({ default: (await import('./overview/timeline-card.tsx')).TimelineCard })),
}

const neighbours: OverviewCard = {
  id: 'neighbours',
  place: 'main',
  Card: lazy(async () => ({ default: (await import('./overview/neighbours-card.tsx')).NeighboursCard })),
}

const runbooks: OverviewCard = {
  id: 'runbooks',
  place: 'side',
  Card: lazy(async () => ({ default: (await import('./overview/runbooks-card.tsx')).RunbooksCard })),
}

/** Parts that need several areas at once. */
const across: Area = {
  routes: [{ path: '/', load: async () => (await import('./home/home-page.tsx')).HomePage }],
  cards: {
    ...Object.fromEntries(Object.values(entityKinds).map((name) => [name, [answers, timeline, neighbours]])),
    [kinds.project.name]: [answers, timeline, neighbours, runbooks],
    [kinds.team.name]: [answers, timeline],
  },
}

/** Every area of the console. Their cards are shown in this order. */
const areas: readonly Area[] = [
  across,
  catalogArea,
  graphArea,
  scorecardsArea,
  issuesArea,
  slosArea,
  runbooksArea,
  deploymentsArea,
  costsArea,
  driftArea,
  errorsArea,
  specsArea,
  onCallArea,
  linksArea,
  peopleArea,
  programsArea,
  viewsArea,
  settingsArea,
]

export const areaPages: readonly Page[] = areas.flatMap(({ routes = [] }) => routes)

type Key = Exclude<keyof Area, 'routes'>

/** Entries that only one area can define. */
const only = <K extends Key>(key: K): NonNullable<Area[K]> =>
  Object.assign({}, ...areas.map((area) => area[key]))

/** Entries that several areas may add to. */
function joined<T>(partsOf: (area: Area) => Readonly<Record<string, readonly T[]>> | undefined) {
  const all: Record<string, readonly T[]> = {}
  for (const area of areas)
    for (const [kind, own] of Object.entries(partsOf(area) ?? {})) all[kind] = [...(all[kind] ?? []), ...own]
  return all
}

export const areaParts: AreaParts = {
  panels: joined(({ panels }) => panels),
  cards: joined(({ cards }) => cards),
  actions: only('actions'),
  views: only('views'),
  histories: only('histories'),
  lines: only('lines'),
  controls: only('controls'),
  lists: only('lists'),
  beginnings: only('beginnings'),
  figures: { ...plainFigures, ...costFigures, ...sloFigures },
}
