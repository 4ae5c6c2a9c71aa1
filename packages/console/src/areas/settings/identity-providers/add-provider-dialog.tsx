import { kinds } from '@svc/model'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useCreate } from '../../../api/records.ts'
import { Field } from '../../../design/field.tsx'
import { TextField } from '../../../design/text-field.tsx'
import { Select } from '../../../design/select.tsx'
import { useForm } from '../../../design/use-form.ts'
import { FormDialog } from '../../../design/form-dialog.tsx'

const { fields } = kinds.identityProvider

const protocols = [
  { value: 'oidc', label: 'OpenID Connect' },
  { value: 'saml', label: 'SAML' },
]

/** Name and protocol first; the rest is set on the provider's page, where it can be tested. */
export function AddProviderDialog({ onClose }: { onClose(): void }) {
  const create = useCreate(kinds.identityProvider)
  const go = useNavigate()
  const [name, setName] = useState('')
  const [protocol, setProtocol] = useState('oidc')
  const form = useForm(async () => {
    const { record } = await create.mutateAsync({ name, protocol })
    await go({ to: '/settings/identity-providers/$id', params: { id: String(record.id) } })
  })
  return (
    <FormDialog title="Add an identity provider" form={form} verb="Add" onClose={onClose}>
      <TextField
        label="Name"
        hint={fields.name.traits.about}
        error={form.faults.get('name')}
        value={name}
        autoComplete="off"
        onChange={setName}
      />
      <Field
        label="Protocol"
        hint={`${fields.protocol.traits.about} It cannot be changed later.`}
        error={form.faults.get('protocol')}
      >
        {(control) => <Select {...control} value={protocol} options={protocols} onChange={setProtocol} />}
      </Field>
    </FormDialog>
  )
}
