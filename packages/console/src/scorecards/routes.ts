import { kinds } from '@svc/model'
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { anySearch, rootRoute } from '../app/root-route.ts'

const { path } = kinds.scorecard

/** In place of the plain list and record: what people ask of a scorecard is how everything does on it. */
export const scorecardsRoutes = [
  createRoute({
    getParentRoute: () => rootRoute,
    path,
    validateSearch: anySearch,
    component: lazyRouteComponent(() => import('./scorecards-page.tsx'), 'ScorecardsPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: `${path}/$id`,
    validateSearch: anySearch,
    component: lazyRouteComponent(() => import('./scorecard-page.tsx'), 'ScorecardPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: `${path}/$id/record`,
    validateSearch: anySearch,
    component: lazyRouteComponent(() => import('./scorecard-record-page.tsx'), 'ScorecardRecordPage'),
  }),
]
