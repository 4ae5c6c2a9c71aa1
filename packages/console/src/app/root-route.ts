import { createRootRoute, type SearchMiddleware } from '@tanstack/react-router'
import { modeIn } from '../session/mode.tsx'
import { NotFound } from './not-found.tsx'
import { Shell } from './shell/shell.tsx'

/** The address bar holds the state of a page: filters, the tab, what is in focus. Each page reads its own. */
export type Search = Readonly<Record<string, unknown>>

export const anySearch = (given: Record<string, unknown>): Search => given

/** Links within test data stay there, also when they are opened in another tab or sent to somebody. */
const keepMode: SearchMiddleware<Search> = ({ search, next }) => {
  const to = next(search)
  const mode = modeIn(search.mode)
  return mode === undefined || 'mode' in to ? to : { ...to, mode }
}

export const rootRoute = createRootRoute({
  component: Shell,
  notFoundComponent: NotFound,
  validateSearch: anySearch,
  search: { middlewares: [keepMode] },
})
