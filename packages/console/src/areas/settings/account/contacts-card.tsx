import { type Contact, kinds } from '@svc/model'
import { useState } from 'react'
import { useRecord } from '../../../api/records.ts'
import { Button } from '../../../design/button.tsx'
import { Card } from '../../../design/card.tsx'
import { Note } from '../../../design/note.tsx'
import parts from '../../../design/parts.module.css'
import { Problem } from '../../../design/problem.tsx'
import { Skeleton } from '../../../design/skeleton.tsx'
import { tell } from '../../../design/toast.tsx'
import { useForm } from '../../../design/use-form.ts'
import { ContactsFields, useSaveContacts } from '../parts/contacts-fields.tsx'

/** How others reach the person who is signed in. */
export function ContactsCard({ uid }: { readonly uid: string }) {
  const found = useRecord(kinds.user, uid)
  const save = useSaveContacts(uid)
  const [draft, setDraft] = useState<readonly Contact[]>()
  const contacts = draft ?? found.data?.record.contacts
  const form = useForm(async () => {
    await save(contacts ?? [])
    setDraft(undefined)
    tell('Saved')
  })
  return (
    <Card title="How you are reached">
      {found.isError && !found.data && <Problem error={found.error} onRetry={() => void found.refetch()} />}
      {found.isPending && <Skeleton rows={2} />}
      {contacts && (
        <form className={parts.form} onSubmit={form.onSubmit} noValidate>
          {form.problem && <Note tone="bad">{form.problem}</Note>}
          <p className={parts.soft}>
            Everyone in the organisation sees this wherever you are on call or own something. Put what you
            answer at night first.
          </p>
          <ContactsFields contacts={contacts} faults={form.faults} onChange={setDraft} />
          <div className={parts.row}>
            <Button type="submit" look="primary" disabled={form.isBusy || draft === undefined}>
              Save contacts
            </Button>
          </div>
        </form>
      )}
    </Card>
  )
}
