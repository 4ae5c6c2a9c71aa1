import {
  type AnyRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
} from '@tanstack/react-router'
import type { Page } from '../record/area.ts'
import { basePath } from '../session/base-path.ts'
import { areaPages } from './areas.ts'
import { BrokenPage } from './broken-page.tsx'
import { NotFound } from './not-found.tsx'
import { recordRoutes } from './record-routes.tsx'
import { anySearch, rootRoute } from './root-route.ts'

function routeFor({ path, load, pages = [], first }: Page, parent: AnyRoute): AnyRoute {
  const route: AnyRoute = createRoute({
    getParentRoute: () => parent,
    path,
    validateSearch: anySearch,
    component: lazyRouteComponent(async () => ({ default: await load() })),
  })
  if (first === undefined) return route
  const index = createRoute({
    getParentRoute: () => route,
    path: '/',
    beforeLoad: () => {
      throw redirect({ to: first, replace: true })
    },
  })
  return route.addChildren([index, ...pages.map((page) => routeFor(page, route))])
}

/** A page of an area replaces the generic one. */
const pathOf = ({ options }: AnyRoute): string => String((options as { readonly path?: string }).path)
const areas = areaPages.map((page) => routeFor(page, rootRoute))
const taken = new Set(areas.map(pathOf))
const plain = recordRoutes.filter((route) => !taken.has(pathOf(route)))

/** Where identity providers send people back to, if they are signed in after all. */
const signedIn = createRoute({
  getParentRoute: () => rootRoute,
  path: '/sign-in',
  beforeLoad: () => {
    throw redirect({ to: '/', replace: true })
  },
})

/** Every page: those of the areas, then those of every kind. */
export const router = createRouter({
  routeTree: rootRoute.addChildren([...areas, ...plain, signedIn]),
  basepath: basePath || '/',
  defaultPreload: 'intent',
  defaultNotFoundComponent: NotFound,
  defaultErrorComponent: BrokenPage,
  scrollRestoration: true,
})

/** Loads the code of the current page while the session is being read. */
export function loadFirstPage(): void {
  for (const { routeId } of router.matchRoutes(router.latestLocation)) {
    const route: AnyRoute | undefined = (router.routesById as Readonly<Record<string, AnyRoute>>)[routeId]
    // A failure surfaces when the page is shown.
    if (route) void Promise.resolve(router.loadRouteChunk(route)).catch(() => undefined)
  }
}
