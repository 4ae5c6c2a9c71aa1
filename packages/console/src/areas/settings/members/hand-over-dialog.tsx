import { CatalogError, kinds } from '@svc/model'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { RefPicker } from '../../../form/picker/ref-picker.tsx'
import { Field } from '../../../design/field.tsx'
import { tell } from '../../../design/toast.tsx'
import { useForm } from '../../../design/use-form.ts'
import { FormDialog } from '../../../design/form-dialog.tsx'
import { useAct } from '../../../api/use-call.ts'
import { movable } from './responsibility-words.ts'
import { useResponsibilities, WhatTheyHave } from './what-they-have.tsx'

interface HandOverDialogProps {
  readonly uid: string
  readonly name: string
  onClose(): void
}

/** Gives what somebody is responsible for to somebody else. */
export function HandOverDialog({ uid, name, onClose }: HandOverDialogProps) {
  const queries = useQueryClient()
  const act = useAct(kinds.user, 'handOver')
  const { data } = useResponsibilities(uid)
  const [toUid, setToUid] = useState<string | null>(null)
  const form = useForm(async () => {
    let moved = 0
    // Each request moves a part, so that nobody else waits long for it.
    for (let isOver = false; !isOver; ) {
      const done = await act.mutateAsync({ params: { uid }, body: toUid === null ? {} : { toUid } })
      moved += done.moved
      const [refused] = done.refused
      if (refused)
        throw new CatalogError('invalid_request', `${moved} moved, ${done.left} left. ${refused.message}`)
      isOver = done.left === 0 || done.moved === 0
    }
    await queries.invalidateQueries()
    tell('Handed over', `${moved} of ${name}`)
    onClose()
  })
  const count = data ? movable(data) : 0
  return (
    <FormDialog
      title={`Hand over from ${name}`}
      lead="Teams, open issues and rotas get another member in their place. Schedules at on-call providers stay as they are."
      form={form}
      verb={count > 0 ? `Hand over ${count}` : 'Hand over'}
      onClose={onClose}
    >
      <WhatTheyHave uid={uid} name={name} />
      <Field label="To" error={form.faults.get('toUid')}>
        {(control) => <RefPicker {...control} kind={kinds.user} value={toUid} onChange={setToUid} />}
      </Field>
    </FormDialog>
  )
}
