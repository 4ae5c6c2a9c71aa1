import { kinds } from '@svc/model'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { keyOf } from '../../../api/records.ts'
import { clientFor } from '../../../session/client.ts'
import type { GroupMapping, MappingBody } from './mapping.ts'

const home = clientFor('live')

/** What saving a mapping would change, in place of another or in addition; asked for once there is one. */
export function usePreview(body: MappingBody | undefined, replaces: string | undefined) {
  const asked = body && { ...body, ...(replaces !== undefined && { replaces }) }
  return useQuery({
    queryKey: [...keyOf('live', kinds.groupMapping), 'preview', asked],
    queryFn: ({ signal }) => home.call('previewGroupMapping', { body: asked ?? ({} as MappingBody), signal }),
    enabled: asked !== undefined,
    // Somebody signs in, and it is another.
    staleTime: 0,
    placeholderData: keepPreviousData,
  })
}

/**
 * What deleting a mapping would change: the same as if it were about a group in which nobody is, and no directory
 * names one after our own ids.
 */
export const useDeletionPreview = ({ id, source, identityProviderId }: GroupMapping) =>
  usePreview({ source, identityProviderId, group: id, teamId: null, mode: 'live', role: 'viewer' }, id)
