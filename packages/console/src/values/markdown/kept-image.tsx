import { useQuery } from '@tanstack/react-query'
import { ImageOff } from 'lucide-react'
import { createContext, useContext } from 'react'
import { Skeleton } from '../../design/skeleton.tsx'
import { useMode } from '../../session/mode.tsx'
import styles from './markdown.module.css'
import { keptImageId, safeImage } from './safe-links.ts'

/** The runbook whose text is shown, which keeps the images that the text refers to. */
export const ImagesOf = createContext<string | null>(null)

/** An image that is kept with the document. It is asked for like any record, so that the mode and the role count. */
export function KeptImage({ source, about }: { readonly source: string; readonly about: string }) {
  const { client, mode } = useMode()
  const runbookId = useContext(ImagesOf)
  const imageId = keptImageId(source) ?? ''
  const found = useQuery({
    queryKey: [mode, 'runbook-image', runbookId, imageId],
    queryFn: ({ signal }) =>
      client.call('getRunbookImage', { params: { runbookId: runbookId ?? '', imageId }, signal }),
    enabled: runbookId !== null,
    // It never changes; only a new one has another id.
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (runbookId === null) return <Missing about={about} why="shown on the runbook’s page" />
  if (found.error) return <Missing about={about} why="missing" />
  if (!found.data) return <Skeleton rows={3} />
  const { type, content, name } = found.data
  const address = safeImage(`data:${type};base64,${content}`)
  return address ? <img src={address} alt={about || name} /> : <Missing about={about} why="missing" />
}

const Missing = ({ about, why }: { readonly about: string; readonly why: string }) => (
  <span className={styles.missing}>
    <ImageOff aria-hidden /> {about || 'Image'} ({why})
  </span>
)
