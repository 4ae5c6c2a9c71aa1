import { type Contact, kinds } from '@svc/model'
import { useAction } from '../../../api/use-call.ts'
import { fieldsOf } from '../../../form/fields-of.ts'
import type { Faults } from '../../../form/form-field.ts'
import { SettingsFields } from '../../../form/settings-fields.tsx'

interface ContactsFieldsProps {
  readonly contacts: readonly Contact[]
  readonly faults: Faults
  onChange(contacts: readonly Contact[]): void
}

/** The ways to reach a member, as a list to fill in. */
export function ContactsFields({ contacts, faults, onChange }: ContactsFieldsProps) {
  const values = { contacts }
  return (
    <SettingsFields
      fields={fieldsOf(kinds.user, values, { keys: ['contacts'] })}
      values={values}
      faults={faults}
      onChange={(next) => onChange(next.contacts)}
    />
  )
}

export function useSaveContacts(uid: string): (contacts: readonly Contact[]) => Promise<unknown> {
  const { mutateAsync } = useAction(kinds.user, 'setContacts')
  return (contacts) => mutateAsync({ params: { uid }, body: { contacts } })
}
