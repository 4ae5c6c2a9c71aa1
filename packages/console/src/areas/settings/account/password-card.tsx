import { kinds } from '@svc/model'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { keyOf } from '../../../api/records.ts'
import { changePassword } from '../../../session/session-calls.ts'
import { useSession } from '../../../session/session.tsx'
import { Button } from '../../../design/button.tsx'
import { Card } from '../../../design/card.tsx'
import { TextField } from '../../../design/text-field.tsx'
import { Note } from '../../../design/note.tsx'
import { tell } from '../../../design/toast.tsx'
import { useForm } from '../../../design/use-form.ts'
import parts from '../../../design/parts.module.css'
import { RevokeTokens, tokensLeftWords } from './revoke-tokens.tsx'

export function PasswordCard() {
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
    <Card title="Password">
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
    </Card>
  )
}
