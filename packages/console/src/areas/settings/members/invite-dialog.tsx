import { keyInWords, type Role, roles } from '@svc/model'
import { useState } from 'react'
import { type Invited, inviteMember } from './member-calls.ts'
import { useSession } from '../../../session/session.tsx'
import { Field } from '../../../design/field.tsx'
import { TextField } from '../../../design/text-field.tsx'
import { Select } from '../../../design/select.tsx'
import { useForm } from '../../../design/use-form.ts'
import { FormDialog } from '../../../design/form-dialog.tsx'
import { roleWords, rolesFor } from './role-words.ts'

interface InviteDialogProps {
  onInvited(made: Invited): void
  onClose(): void
}

export function InviteDialog({ onInvited, onClose }: InviteDialogProps) {
  const session = useSession()
  const [email, setEmail] = useState('')
  const [displayName, setDisplayName] = useState('')
  const [role, setRole] = useState<Role>('member')
  const form = useForm(async () => {
    onInvited(await inviteMember({ email: email.trim(), role, ...(displayName.trim() && { displayName }) }))
  })
  return (
    <FormDialog
      title="Invite someone"
      lead="They get a link with which they choose a password: by mail where svc sends mail, and in any case from you."
      form={form}
      verb="Create invite link"
      onClose={onClose}
    >
      <TextField
        label="E-mail"
        error={form.faults.get('email')}
        type="email"
        value={email}
        autoComplete="off"
        onChange={setEmail}
      />
      <TextField
        label="Name"
        isOptional
        error={form.faults.get('displayName')}
        value={displayName}
        autoComplete="off"
        onChange={setDisplayName}
      />
      <Field label="Role" hint={roleWords[role]} error={form.faults.get('role')}>
        {(control) => (
          <Select
            {...control}
            value={role}
            options={rolesFor(session.role).map((one) => ({ value: one, label: keyInWords(one) }))}
            onChange={(next) => setRole(roles.find((one) => one === next) ?? role)}
          />
        )}
      </Field>
    </FormDialog>
  )
}
