import { kinds } from '@svc/model'
import { useState } from 'react'
import { FormDialog } from '../../../design/form-dialog.tsx'
import { useForm } from '../../../design/use-form.ts'
import { adjusted, fieldsOf } from '../../../form/fields-of.ts'
import { SettingsFields } from '../../../form/settings-fields.tsx'
import { choiceOf, useProviders } from '../identity-providers/providers-page.tsx'

export interface NewScimToken {
  readonly name: string
  readonly identityProviderId: string | null
}

interface CreateTokenDialogProps {
  onCreate(given: NewScimToken): Promise<void>
  onClose(): void
}

const keys = ['name', 'identityProviderId']

/** A token for a directory: which one, and whose people it vouches for. */
export function CreateTokenDialog({ onCreate, onClose }: CreateTokenDialogProps) {
  const { providers = [] } = useProviders()
  const [given, setGiven] = useState<NewScimToken>({ name: '', identityProviderId: null })
  const form = useForm(() => onCreate(given))
  const fields = adjusted(fieldsOf(kinds.scimToken, {}, { keys }), {
    identityProviderId: {
      about:
        'Where the people of this directory sign in. svc then recognises them there by their user name or address, even outside your verified domains.',
      of: choiceOf(providers),
    },
  })
  return (
    <FormDialog title="New SCIM token" form={form} verb="Create" onClose={onClose}>
      <SettingsFields fields={fields} values={given} faults={form.faults} onChange={setGiven} />
    </FormDialog>
  )
}
