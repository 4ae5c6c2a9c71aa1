import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { renameOrganisation } from '../../../session/session-calls.ts'
import { useSession } from '../../../session/session.tsx'
import { Button } from '../../../design/button.tsx'
import { Card } from '../../../design/card.tsx'
import { TextField } from '../../../design/text-field.tsx'
import { Note } from '../../../design/note.tsx'
import { PageHead } from '../../../design/page-head.tsx'
import { tell } from '../../../design/toast.tsx'
import { useForm } from '../../../design/use-form.ts'
import { Copyable } from '../../../design/copyable.tsx'
import parts from '../../../design/parts.module.css'

export function GeneralPage() {
  const { organisation } = useSession()
  const queries = useQueryClient()
  const [name, setName] = useState(organisation.name)
  const form = useForm(async () => {
    const renamed = await renameOrganisation({ name })
    setName(renamed.name)
    tell('Saved', renamed.name)
    await queries.invalidateQueries({ queryKey: ['session'] })
  })
  return (
    <>
      <PageHead title="General" lead="Your organisation’s name, as its members see it." />
      <Card title="Organisation">
        <form className={parts.form} onSubmit={form.onSubmit} noValidate>
          {form.problem && <Note tone="bad">{form.problem}</Note>}
          <TextField
            label="Name"
            error={form.faults.get('name')}
            value={name}
            autoComplete="organization"
            onChange={setName}
          />
          <div className={parts.row}>
            <Button type="submit" look="primary" disabled={form.isBusy || name === organisation.name}>
              Save
            </Button>
          </div>
        </form>
      </Card>
      <Card title="ID">
        <div className={parts.stack}>
          <p className={parts.soft}>
            Use it where the svc command asks for an organisation. It never changes, even if the name does.
          </p>
          <Copyable text={organisation.id} label="the ID" />
        </div>
      </Card>
    </>
  )
}
