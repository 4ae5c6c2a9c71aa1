import { type Kind, kinds } from '@svc/model'
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { keyOf } from '../../api/records.ts'
import { useMay } from '../../api/use-may.ts'
import { useMode } from '../../session/mode.tsx'
import type { View } from './view-address.ts'

/** More than anybody chooses from in a sidebar; the list of views has them all. */
const maxViews = 100

/** The views that the person signed in sees, by name. */
export function useViews() {
  const { client, mode } = useMode()
  return useQuery({
    queryKey: [...keyOf(mode, kinds.view), 'mine'],
    queryFn: async ({ signal }) => {
      const { items } = await client.view.page({ limit: maxViews }, { signal })
      return items.toSorted((one, other) => one.name.localeCompare(other.name))
    },
  })
}

/** The view that the address names, while the list is still of its kind. */
export function useOpenView({ name }: Kind): View | undefined {
  const { view }: { readonly view?: unknown } = useSearch({ strict: false })
  const { data: views } = useViews()
  return views?.find(({ id, kind }) => id === view && kind === name)
}

/** Views are of lists in the navigation. */
export function useMayKeepViews({ place }: Kind): boolean {
  const mayCreate = useMay(kinds.view, 'create')
  return mayCreate && place !== undefined
}
