import type { Kind } from '@svc/model'
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { anySearch, rootRoute } from './root-route.ts'
import { hasPage, listedKinds } from '../api/listed-kinds.ts'

type PageOfKind = ComponentType<{ readonly kind: Kind }>

/** Each page loads its own code, and starts over for another kind. */
const pageAt = (path: string, kind: Kind, load: () => Promise<PageOfKind>) =>
  createRoute({
    getParentRoute: () => rootRoute,
    path,
    validateSearch: anySearch,
    component: lazyRouteComponent(async () => {
      const Page = await load()
      return { default: () => <Page key={kind.name} kind={kind} /> }
    }),
  })

const list = async (): Promise<PageOfKind> => (await import('../list/list-page.tsx')).ListPage
const record = async (): Promise<PageOfKind> => (await import('../record/record-page.tsx')).RecordPage
const create = async (): Promise<PageOfKind> => (await import('../form/create-page.tsx')).CreatePage
const edit = async (): Promise<PageOfKind> => (await import('../form/edit-page.tsx')).EditPage

/** Every kind has its list and its records at the same paths as in the API. */
const pagesOf = (kind: Kind) => [
  pageAt(kind.path, kind, list),
  ...(kind.verbs.includes('create') ? [pageAt(`${kind.path}/new`, kind, create)] : []),
  ...(hasPage(kind) ? [pageAt(`${kind.path}/$id`, kind, record)] : []),
  ...(kind.verbs.includes('update') ? [pageAt(`${kind.path}/$id/edit`, kind, edit)] : []),
]

export const recordRoutes = listedKinds.flatMap(pagesOf)
