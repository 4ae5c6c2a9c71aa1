import { kinds, type VendorName, vendors } from '@svc/model'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useCreate } from '../../../api/records.ts'
import { useForm } from '../../../design/use-form.ts'
import { FormDialog } from '../../../design/form-dialog.tsx'
import { adjusted, fieldsOf } from '../../../form/fields-of.ts'
import { SettingsFields } from '../../../form/settings-fields.tsx'
import { vendorChoice } from './vendor-choice.ts'

const protocols = [
  { value: 'oidc', label: 'OpenID Connect' },
  { value: 'saml', label: 'SAML' },
]

const fields = adjusted(fieldsOf(kinds.identityProvider, {}, { keys: ['vendor', 'name', 'protocol'] }), {
  vendor: { about: 'Its page then shows the steps and values for this vendor.', of: vendorChoice },
  protocol: {
    about: `${kinds.identityProvider.fields.protocol.traits.about} It cannot be changed later.`,
    of: { type: 'choice', options: protocols },
  },
})

interface Given {
  readonly vendor: VendorName
  readonly name: string
  readonly protocol: 'oidc' | 'saml'
}

const nameOf = (vendor: VendorName): string => (vendor === 'generic' ? '' : vendors[vendor].label)

/** Whose product it is comes first; the rest is set on the provider's page, where it can be tested. */
export function AddProviderDialog({ onClose }: { onClose(): void }) {
  const create = useCreate(kinds.identityProvider)
  const go = useNavigate()
  const [given, setGiven] = useState<Given>({ vendor: 'generic', name: '', protocol: 'oidc' })
  const change = (next: Given) =>
    // A name that somebody has typed stays.
    setGiven(given.name === nameOf(given.vendor) ? { ...next, name: next.name || nameOf(next.vendor) } : next)
  const form = useForm(async () => {
    // With settings, if empty ones, so that the page can show the addresses to enter at the provider.
    const { record } = await create.mutateAsync({ ...given, [given.protocol]: {} })
    await go({ to: '/settings/identity-providers/$id', params: { id: String(record.id) } })
  })
  return (
    <FormDialog title="Add an identity provider" form={form} verb="Add" onClose={onClose}>
      <SettingsFields fields={fields} values={given} faults={form.faults} onChange={change} />
    </FormDialog>
  )
}
