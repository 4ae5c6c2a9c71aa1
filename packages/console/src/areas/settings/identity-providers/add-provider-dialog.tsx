import { kinds } from '@svc/model'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useCreate } from '../../../api/records.ts'
import { useForm } from '../../../design/use-form.ts'
import { FormDialog } from '../../../design/form-dialog.tsx'
import { adjusted, fieldsOf } from '../../../form/fields-of.ts'
import { SettingsFields } from '../../../form/settings-fields.tsx'

const protocols = [
  { value: 'oidc', label: 'OpenID Connect' },
  { value: 'saml', label: 'SAML' },
]

const fields = adjusted(fieldsOf(kinds.identityProvider, {}, { keys: ['name', 'protocol'] }), {
  protocol: {
    about: `${kinds.identityProvider.fields.protocol.traits.about} It cannot be changed later.`,
    of: { type: 'choice', options: protocols },
  },
})

/** Name and protocol first; the rest is set on the provider's page, where it can be tested. */
export function AddProviderDialog({ onClose }: { onClose(): void }) {
  const create = useCreate(kinds.identityProvider)
  const go = useNavigate()
  const [given, setGiven] = useState({ name: '', protocol: 'oidc' })
  const form = useForm(async () => {
    const { record } = await create.mutateAsync(given)
    await go({ to: '/settings/identity-providers/$id', params: { id: String(record.id) } })
  })
  return (
    <FormDialog title="Add an identity provider" form={form} verb="Add" onClose={onClose}>
      <SettingsFields fields={fields} values={given} faults={form.faults} onChange={setGiven} />
    </FormDialog>
  )
}
