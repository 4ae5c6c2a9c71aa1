import { kinds } from '@svc/model'
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { anySearch, rootRoute } from '../app/root-route.ts'

export const issuesRoutes = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: `${kinds.issue.path}/board`,
    validateSearch: anySearch,
    component: lazyRouteComponent(() => import('./board/board-page.tsx'), 'BoardPage'),
  }),
]
