import { kinds } from '@svc/model'
import { useQuery } from '@tanstack/react-query'
import { keyOf } from '../../api/records.ts'
import { mapConcurrently } from '../../api/map-concurrently.ts'
import { useMode } from '../../session/mode.tsx'
import { callList } from './call-list.ts'
import type { Impact } from './graph.ts'

/** As many people as contacts are read for; those who are on call for most come first. */
export const mostCalled = 50

/** Whom to call, as Markdown; undefined until it is known how. */
export function useCallList(impact: Impact): string | undefined {
  const { client, mode } = useMode()
  const uids = impact.onCall
    .toSorted((a, b) => b.entities - a.entities)
    .flatMap(({ userUid }) => userUid ?? [])
    .slice(0, mostCalled)
  const members = useQuery({
    queryKey: [...keyOf(mode, kinds.user), 'contacts', ...uids],
    // Somebody who cannot be read is still called by name and e-mail.
    queryFn: () =>
      mapConcurrently(uids, (uid) =>
        client.user.read(uid).then(
          ({ record }) => record,
          () => undefined,
        ),
      ),
  })
  if (!members.data) return undefined
  return callList(
    impact,
    members.data.filter((member) => member !== undefined),
    new Date(),
  )
}
