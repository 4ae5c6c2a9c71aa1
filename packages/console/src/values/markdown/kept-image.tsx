import { useQuery } from '@tanstack/react-query'
import { Skeleton } from '../../design/skeleton.tsx'
import { useMode } from '../../session/mode.tsx'
import { MissingImage } from './missing-image.tsx'
import { safeImage } from './safe-links.ts'

interface KeptImageProps {
  readonly runbookId: string
  readonly imageId: string
  readonly about: string
}

/** An image that is kept with the document. It is asked for like any record, so that the mode and the role count. */
export function KeptImage({ runbookId, imageId, about }: KeptImageProps) {
  const { client, mode } = useMode()
  const found = useQuery({
    queryKey: [mode, 'runbook-image', runbookId, imageId],
    queryFn: ({ signal }) => client.call('getRunbookImage', { params: { runbookId, imageId }, signal }),
    // It never changes; only a new one has another id.
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (found.error) return <MissingImage about={about} why="missing" />
  if (!found.data) return <Skeleton rows={3} />
  const { type, content, name } = found.data
  const address = safeImage(`data:${type};base64,${content}`)
  return address ? <img src={address} alt={about || name} /> : <MissingImage about={about} why="missing" />
}
