import type { Client, NamedRecord } from '@svc/client'
import { allKinds, maxNames } from '@svc/model'
import { useQuery } from '@tanstack/react-query'
import { useMode } from '../session/mode.tsx'

type Waiting = Map<string, PromiseWithResolvers<NamedRecord | null>>

const loaders = new WeakMap<Client, (id: string) => Promise<NamedRecord | null>>()

/** A page asks for the names of everything it shows at once, in as few requests as possible. */
function loaderFor(client: Client): (id: string) => Promise<NamedRecord | null> {
  const known = loaders.get(client)
  if (known) return known
  const waiting: Waiting = new Map()
  let isAsking = false

  /** One request at a time: what comes into view meanwhile goes into the next one. */
  const flush = async (): Promise<void> => {
    while (waiting.size > 0) {
      const part = [...waiting].slice(0, maxNames)
      for (const [id] of part) waiting.delete(id)
      try {
        const { names } = await client.call('getNames', {
          query: { ids: part.map(([id]) => id).join(',') },
        })
        const byId = new Map(names.map((one) => [one.id, one]))
        for (const [id, one] of part) one.resolve(byId.get(id) ?? null)
      } catch (error) {
        for (const [, one] of part) one.reject(error)
      }
    }
    isAsking = false
  }

  const load = (id: string): Promise<NamedRecord | null> => {
    if (!isAsking) setTimeout(() => void flush(), 0)
    isAsking = true
    const one = waiting.get(id) ?? Promise.withResolvers<NamedRecord | null>()
    waiting.set(id, one)
    return one.promise
  }
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
    queryFn: () => loaderFor(client)(id ?? ''),
    enabled: Boolean(id),
    staleTime: isFollowed(id ?? '') ? 600_000 : 30_000,
  })
}
