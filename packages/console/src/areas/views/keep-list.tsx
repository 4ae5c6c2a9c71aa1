import { Bookmark } from 'lucide-react'
import { lazy } from 'react'
import { useMayKeepViews } from './use-views.ts'
import { Button } from '../../design/button.tsx'
import { OnDemand } from '../../design/on-demand.tsx'
import type { ShownList } from '../../values/area-parts.ts'

const loadMenu = () => import('./views-menu.tsx')
const ViewsMenu = lazy(async () => ({ default: (await loadMenu()).ViewsMenu }))

const button = (
  <Button look="quiet" square aria-label="View" title="Save as a view">
    <Bookmark aria-hidden />
  </Button>
)

/** Keeps the list as it is shown under a name, in the sidebar. */
export function KeepList({ list }: { readonly list: ShownList }) {
  const mayKeep = useMayKeepViews(list.kind)
  if (!mayKeep) return null
  return (
    <OnDemand button={button} opens="menu" load={loadMenu}>
      <ViewsMenu list={list} button={button} />
    </OnDemand>
  )
}
