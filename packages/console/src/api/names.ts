import type { Client, NamedRecord } from '@svc/client'
import { allKinds, maxNames } from '@svc/model'
import { useQuery } from '@tanstack/react-query'
import { inBatches } from './in-batches.ts'
import { useMode } from '../session/mode.tsx'

const loaders = new WeakMap<Client, (id: string) => Promise<NamedRecord | null>>()

/** A page asks for the names of everything it shows at once, in as few requests as possible. */
export function nameLoaderFor(client: Client): (id: string) => Promise<NamedRecord | null> {
  const known = loaders.get(client)
  if (known) return known
  const load = inBatches(maxNames, async (ids) => {
    const { names } = await client.call('getNames', { query: { ids: ids.join(',') } })
    return new Map(names.map((one) => [one.id, one]))
  })
  loaders.set(client, load)
  return load
}

const followed = allKinds.filter(({ home }) => home === 'partition').map(({ idPrefix }) => `${idPrefix}_`)

/** Whether events announce its changes: they do for the data of a mode, not for members and sign-in. */
const isFollowed = (id: string): boolean => followed.some((prefix) => id.startsWith(prefix))

/** What a record is called; null where it is gone or this role may not see it. */
export function useName(id: string | null | undefined) {
  const { client, mode } = useMode()
  return useQuery({
    queryKey: [mode, 'name', id],
    queryFn: () => nameLoaderFor(client)(id ?? ''),
    enabled: Boolean(id),
    staleTime: isFollowed(id ?? '') ? 600_000 : 30_000,
  })
}
