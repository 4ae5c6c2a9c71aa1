import { useState } from 'react'
import { FormDialog } from '../../../design/form-dialog.tsx'
import { tell } from '../../../design/toast.tsx'
import { useForm } from '../../../design/use-form.ts'
import { ContactsFields, useSaveContacts } from '../parts/contacts-fields.tsx'
import type { Member } from './member-calls.ts'

interface ContactsDialogProps {
  readonly member: Member
  readonly name: string
  onClose(): void
}

/** For admins: how somebody else is reached. */
export function ContactsDialog({ member, name, onClose }: ContactsDialogProps) {
  const save = useSaveContacts(member.id)
  const [contacts, setContacts] = useState(member.contacts)
  const form = useForm(async () => {
    await save(contacts)
    tell('Saved', name)
    onClose()
  })
  return (
    <FormDialog
      title={`Contacts of ${name}`}
      lead="Everyone in the organisation sees them."
      form={form}
      verb="Save"
      isWide
      onClose={onClose}
    >
      <ContactsFields contacts={contacts} faults={form.faults} onChange={setContacts} />
    </FormDialog>
  )
}
