import { CatalogError, kinds } from '@svc/model'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { RefPicker } from '../../../form/picker/ref-picker.tsx'
import { Field } from '../../../design/field.tsx'
import { tell } from '../../../design/toast.tsx'
import { useForm } from '../../../design/use-form.ts'
import { FormDialog } from '../../../design/form-dialog.tsx'
import { useAction } from '../../../api/use-call.ts'
import { movable } from './responsibility-words.ts'
import { useResponsibilities, MemberResponsibilities } from './member-responsibilities.tsx'

interface HandOverDialogProps {
  readonly uid: string
  readonly name: string
  onClose(): void
}

/** Hands over what somebody is responsible for to another member. */
export function HandOverDialog({ uid, name, onClose }: HandOverDialogProps) {
  const queries = useQueryClient()
  const act = useAction(kinds.user, 'handOver')
  const { data } = useResponsibilities(uid)
  const [toUid, setToUid] = useState<string | null>(null)
  const form = useForm(async () => {
    let moved = 0
    // Each request moves a batch, so that other writers do not wait long.
    for (let isOver = false; !isOver; ) {
      const done = await act.mutateAsync({ params: { uid }, body: toUid === null ? {} : { toUid } })
      moved += done.moved
      const [refused] = done.refused
      if (refused)
        throw new CatalogError('invalid_request', `${moved} moved, ${done.left} left. ${refused.message}`)
      isOver = done.left === 0 || done.moved === 0
    }
    await queries.invalidateQueries()
    tell('Handed over', `${moved} from ${name}`)
    onClose()
  })
  const count = data ? movable(data) : 0
  return (
    <FormDialog
      title={`Hand over from ${name}`}
      lead="Another member replaces them in teams, open issues and rotas. Schedules at on-call providers stay as they are."
      form={form}
      verb={count > 0 ? `Hand over ${count}` : 'Hand over'}
      onClose={onClose}
    >
      <MemberResponsibilities uid={uid} name={name} />
      <Field label="To" error={form.faults.get('toUid')}>
        {(control) => (
          <RefPicker
            {...control}
            kind={kinds.user}
            value={toUid}
            placeholder="Search members…"
            onChange={setToUid}
          />
        )}
      </Field>
    </FormDialog>
  )
}
