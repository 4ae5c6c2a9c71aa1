import { kinds } from '@svc/model'
import { useQueryClient } from '@tanstack/react-query'
import { UserPlus, Users } from 'lucide-react'
import { useState } from 'react'
import { type Invited, joinAddress } from './member-calls.ts'
import { keyOf, useRecords } from '../../../api/records.ts'
import { useSession } from '../../../session/session.tsx'
import { useMode } from '../../../session/mode.tsx'
import { Button } from '../../../design/button.tsx'
import { Card } from '../../../design/card.tsx'
import { Empty } from '../../../design/empty.tsx'
import { PageHead } from '../../../design/page-head.tsx'
import { Problem } from '../../../design/problem.tsx'
import { Skeleton } from '../../../design/skeleton.tsx'
import parts from '../../../design/parts.module.css'
import { SecretDialog } from '../../../design/secret-dialog.tsx'
import { ShowMore } from '../../../design/show-more.tsx'
import { Table } from '../../../design/table.tsx'
import { When } from '../../../words/when.tsx'
import { InviteDialog } from './invite-dialog.tsx'
import { MailTrouble } from './mail-trouble.tsx'
import { MemberRow } from './member-row.tsx'

export function MembersPage() {
  const { mode } = useMode()
  const session = useSession()
  const queries = useQueryClient()
  const found = useRecords(kinds.user)
  const [isInviting, setInviting] = useState(false)
  const [invited, setInvited] = useState<Invited>()
  const members = found.data?.pages.flatMap(({ items }) => items)
  const refresh = () => queries.invalidateQueries({ queryKey: keyOf(mode, kinds.user) })
  const invite = (
    <Button look="primary" onClick={() => setInviting(true)}>
      <UserPlus aria-hidden />
      Invite
    </Button>
  )
  return (
    <>
      <PageHead title="Members" lead="Who has access, and what they may do." actions={invite} />
      {session.scopes.includes('admin') && <MailTrouble />}
      <Card isFlush>
        {found.isError && <Problem error={found.error} onRetry={() => void found.refetch()} />}
        {found.isPending && <Skeleton />}
        {members?.length === 0 && (
          <Empty icon={Users} title="No members yet" actions={invite}>
            Invite your colleagues: each gets a link to choose a password.
          </Empty>
        )}
        {members && members.length > 0 && (
          <Table label="Members" columns={['Name', 'Role', 'Last signed in', '']}>
            {members.map((member) => (
              <MemberRow key={member.id} member={member} onLink={setInvited} onChanged={refresh} />
            ))}
          </Table>
        )}
        <ShowMore pages={found} />
      </Card>
      {isInviting && (
        <InviteDialog
          onClose={() => setInviting(false)}
          onInvited={(made) => {
            setInviting(false)
            setInvited(made)
            void refresh()
          }}
        />
      )}
      <SecretDialog
        secret={invited && joinAddress(invited.link)}
        title={`Sign-in link for ${invited?.user.displayName ?? invited?.user.email ?? ''}`}
        noun="link"
        onClose={() => setInvited(undefined)}
      >
        <p className={parts.soft}>
          {invited?.isMailed
            ? `It is on its way to ${invited.user.email} by mail; you can also pass it on yourself.`
            : `Send it to ${invited?.user.email ?? ''}.`}{' '}
          It lets them choose a password and sign in. It works once and expires{' '}
          <When at={invited?.expiresAt} />. A newer link replaces it.
        </p>
      </SecretDialog>
    </>
  )
}
