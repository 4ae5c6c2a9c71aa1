import { useQuery } from '@tanstack/react-query'
import { Note } from '../../../design/note.tsx'
import { When } from '../../../words/when.tsx'
import { readMailState } from './member-calls.ts'

/** Says whose mails have not arrived, so that an admin can hand a link over. */
export function MailTrouble() {
  const found = useQuery({ queryKey: ['mail-state'], queryFn: readMailState, retry: false })
  const [latest, ...others] = found.data?.troubled ?? []
  if (!latest) return null
  return (
    <Note tone="warn">
      The mail to {latest.recipient} of <When at={latest.createdAt} />{' '}
      {latest.nextAttemptAt === null ? 'could not be sent' : 'could not be sent yet; svc keeps trying'}.{' '}
      {latest.error}
      {others.length > 0 && ` ${others.length} more have not arrived.`} You can create a new sign-in link and
      pass it on.
    </Note>
  )
}
