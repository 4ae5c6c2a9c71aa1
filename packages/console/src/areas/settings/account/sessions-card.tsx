import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { endSession, readSessions } from '../../../session/session-calls.ts'
import { useSignOut } from '../../../session/sign-out.ts'
import { Button } from '../../../design/button.tsx'
import { Card } from '../../../design/card.tsx'
import { Problem } from '../../../design/problem.tsx'
import { Skeleton } from '../../../design/skeleton.tsx'
import { tell, tellTrouble } from '../../../design/toast.tsx'
import { ConfirmDialog } from '../../../design/confirm-dialog.tsx'
import { RevokeTokens } from './revoke-tokens.tsx'
import { SessionTable } from './session-table.tsx'

export function SessionsCard() {
  const found = useQuery({ queryKey: ['sessions'], queryFn: readSessions })
  const queries = useQueryClient()
  const leave = useSignOut()
  const [isLeaving, setLeaving] = useState(false)
  const [revokeTokens, setRevokeTokens] = useState(false)
  const end = async (id: string) => {
    await endSession(id).then(
      () => tell('Session ended'),
      (error: Error) => tellTrouble('Not ended', error),
    )
    await queries.invalidateQueries({ queryKey: ['sessions'] })
  }
  return (
    <Card
      title="Sessions"
      isFlush
      actions={
        <Button look="danger" onClick={() => setLeaving(true)}>
          Sign out everywhere
        </Button>
      }
    >
      {found.isError && <Problem error={found.error} onRetry={() => void found.refetch()} />}
      {found.isPending && <Skeleton rows={2} />}
      {found.data && <SessionTable sessions={found.data.sessions} onEnd={(id) => void end(id)} />}
      <ConfirmDialog
        isOpen={isLeaving}
        title="Sign out everywhere?"
        verb="Sign out everywhere"
        onClose={() => setLeaving(false)}
        onConfirm={() => leave({ everywhere: true, revokeTokens })}
        more={<RevokeTokens value={revokeTokens} onChange={setRevokeTokens} />}
      >
        All your sessions will end, including this one.
      </ConfirmDialog>
    </Card>
  )
}
