import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { anySearch, rootRoute } from '../app/root-route.ts'

export const costsRoutes = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/costs',
    validateSearch: anySearch,
    component: lazyRouteComponent(() => import('./costs-page.tsx'), 'CostsPage'),
  }),
]
