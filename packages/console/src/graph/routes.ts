import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { anySearch, rootRoute } from '../app/root-route.ts'

export const graphRoutes = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/graph',
    validateSearch: anySearch,
    component: lazyRouteComponent(() => import('./graph-page.tsx'), 'GraphPage'),
  }),
]
