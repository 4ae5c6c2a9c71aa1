import { kinds } from '@svc/model'
import { useState } from 'react'
import type { Domain } from './domain.ts'
import { useCreate, useUpdate } from '../../../api/records.ts'
import { useForm } from '../../../design/use-form.ts'
import { choiceOf, useProviders } from '../identity-providers/providers-page.tsx'
import { changed } from '../parts/changed.ts'
import { FormDialog } from '../../../design/form-dialog.tsx'
import { adjusted, fieldsOf } from '../../../form/fields-of.ts'
import type { Values } from '../../../form/form-field.ts'
import { SettingsFields } from '../../../form/settings-fields.tsx'

const keys = ['verificationMethod', 'identityProviderId', 'enforcementOverride'] as const

const overrides = [
  { value: 'inherit', label: 'As for the organisation' },
  { value: 'disabled', label: 'Nobody' },
  { value: 'optional', label: 'Nobody, but everyone may' },
  { value: 'required', label: 'Everyone with an address in it' },
]

const methods = [
  { value: 'dns_txt', label: 'DNS TXT record' },
  { value: 'dns_cname', label: 'DNS CNAME record' },
  { value: 'http_meta', label: 'File on its web server' },
  { value: 'email_link', label: 'Link mailed to the postmaster' },
]

interface DomainDialogProps {
  /** The domain to edit; without it a new one is added. */
  readonly domain?: Domain
  onClose(): void
}

export function DomainDialog({ domain, onClose }: DomainDialogProps) {
  const { providers = [] } = useProviders()
  const add = useCreate(kinds.ssoDomain)
  const change = useUpdate(kinds.ssoDomain, domain?.id ?? '')
  const [value, setValue] = useState<Values>(() =>
    domain
      ? Object.fromEntries(keys.map((key) => [key, domain[key]]))
      : { verificationMethod: 'dns_txt', enforcementOverride: 'inherit', identityProviderId: null },
  )
  const form = useForm(async () => {
    if (domain) await change.mutateAsync({ changes: changed(domain, value) })
    else await add.mutateAsync(value)
    onClose()
  })
  return (
    <FormDialog
      title={domain?.normalizedDomain ?? 'Add a domain'}
      form={form}
      verb={domain ? 'Save' : 'Add'}
      onClose={onClose}
    >
      <SettingsFields
        fields={adjusted(
          fieldsOf(kinds.ssoDomain, value, { keys: domain ? keys : ['normalizedDomain', ...keys] }),
          {
            normalizedDomain: { about: 'Such as example.com. A subdomain has to be added separately.' },
            verificationMethod: {
              about:
                'How you prove that the domain is yours. The mailed link needs a mail server, and an admin has to open it. Changing the method starts over.',
              of: { type: 'choice', options: methods },
            },
            identityProviderId: {
              about: 'Where people with an address in this domain sign in.',
              of: choiceOf(providers),
            },
            enforcementOverride: {
              label: 'Who must sign in through it',
              about: 'Once the domain is verified.',
              of: { type: 'choice', options: overrides },
            },
          },
        )}
        values={value}
        faults={form.faults}
        onChange={setValue}
      />
    </FormDialog>
  )
}
