import { kinds } from '@svc/model'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { keyOf } from '../../../api/records.ts'
import { readWaysToProve } from '../../../session/factors/factor-calls.ts'
import { changePassword } from '../../../session/session-calls.ts'
import { useSession } from '../../../session/session.tsx'
import { Button } from '../../../design/button.tsx'
import { Card } from '../../../design/card.tsx'
import { Skeleton } from '../../../design/skeleton.tsx'
import { TextField } from '../../../design/text-field.tsx'
import { Note } from '../../../design/note.tsx'
import { tell } from '../../../design/toast.tsx'
import { useForm } from '../../../design/use-form.ts'
import parts from '../../../design/parts.module.css'
import { RevokeTokens, tokensLeftWords } from './revoke-tokens.tsx'

/** Whoever came in by an identity provider or a passkey may have no password. */
export function PasswordCard() {
  const found = useQuery({ queryKey: ['has-password'], queryFn: readWaysToProve })
  const hasNone = found.data && !found.data.ways.includes('password')
  return (
    <Card title="Password">
      {found.isPending && <Skeleton rows={3} />}
      {hasNone && <p className={parts.soft}>You sign in without a password, so there is none to change.</p>}
      {!found.isPending && !hasNone && <PasswordForm />}
    </Card>
  )
}

function PasswordForm() {
  const { user } = useSession()
  const queries = useQueryClient()
  const [current, setCurrent] = useState('')
  const [next, setNext] = useState('')
  const [revokeTokens, setRevokeTokens] = useState(false)
  const form = useForm(async () => {
    const { tokensLeft } = await changePassword({ current, next, revokeTokens })
    tell('Password changed', `You are signed out everywhere else.${tokensLeftWords(tokensLeft)}`)
    setCurrent('')
    setNext('')
    setRevokeTokens(false)
    await queries.invalidateQueries({ queryKey: ['sessions'] })
    await queries.invalidateQueries({ queryKey: keyOf('live', kinds.token) })
  })
  return (
    <form className={parts.form} onSubmit={form.onSubmit} noValidate>
      {form.problem && <Note tone="bad">{form.problem}</Note>}
      {/* Tells password managers whose password this is. */}
      <input type="text" hidden readOnly autoComplete="username" value={user.email ?? ''} />
      <TextField
        label="Current password"
        error={form.faults.get('current')}
        type="password"
        autoComplete="current-password"
        value={current}
        onChange={setCurrent}
      />
      <TextField
        label="New password"
        hint="At least 10 characters; several words are better than one. All your other sessions will end."
        error={form.faults.get('password') ?? form.faults.get('next')}
        type="password"
        autoComplete="new-password"
        value={next}
        onChange={setNext}
      />
      <RevokeTokens value={revokeTokens} onChange={setRevokeTokens} />
      <div className={parts.row}>
        <Button type="submit" look="primary" disabled={form.isBusy || !current || !next}>
          Change password
        </Button>
      </div>
    </form>
  )
}
