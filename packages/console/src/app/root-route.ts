import { createRootRoute } from '@tanstack/react-router'
import { NotFound } from './not-found.tsx'
import { Shell } from './shell/shell.tsx'

export const rootRoute = createRootRoute({ component: Shell, notFoundComponent: NotFound })

/** The address bar holds the state of a page: filters, the tab, what is in focus. Each page reads its own. */
export type Search = Readonly<Record<string, unknown>>

export const anySearch = (given: Record<string, unknown>): Search => given
