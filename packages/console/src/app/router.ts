import { type AnyRoute, createRouter } from '@tanstack/react-router'
import { basePath } from '../api/place.ts'
import { catalogRoutes } from '../catalog/routes.tsx'
import { costsRoutes } from '../costs/routes.ts'
import { graphRoutes } from '../graph/routes.ts'
import { homeRoutes } from '../home/routes.ts'
import { issuesRoutes } from '../issues/routes.ts'
import { scorecardsRoutes } from '../scorecards/routes.ts'
import { settingsRoutes } from '../settings/routes.ts'
import { BrokenPage, NoSuchPage } from './dead-ends.tsx'
import { rootRoute } from './root-route.ts'

const areas: readonly AnyRoute[] = [
  ...homeRoutes,
  ...graphRoutes,
  ...costsRoutes,
  ...scorecardsRoutes,
  ...issuesRoutes,
  ...settingsRoutes,
]

/** Where an area has a page of its own, it stands in place of the plain one. */
const pathOf = ({ options }: AnyRoute): string => String((options as { readonly path?: string }).path)
const taken = new Set(areas.map(pathOf))
const plain = catalogRoutes.filter((route) => !taken.has(pathOf(route)))

/** Every page, each area's own list of them together. */
export const router = createRouter({
  routeTree: rootRoute.addChildren([...areas, ...plain]),
  basepath: basePath || '/',
  defaultPreload: 'intent',
  defaultNotFoundComponent: NoSuchPage,
  defaultErrorComponent: BrokenPage,
  scrollRestoration: true,
})

/** The code of the page that the address names comes while it is asked who is there. */
export function loadFirstPage(): void {
  for (const { routeId } of router.matchRoutes(router.latestLocation)) {
    const route: AnyRoute | undefined = (router.routesById as Readonly<Record<string, AnyRoute>>)[routeId]
    // Whether it came is seen when the page is shown.
    if (route) void Promise.resolve(router.loadRouteChunk(route)).catch(() => undefined)
  }
}
