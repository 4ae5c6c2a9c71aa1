import { type Kind, kinds, plain } from '@svc/model'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { keyOf } from '../../api/records.ts'
import { FormDialog } from '../../design/form-dialog.tsx'
import { tell } from '../../design/toast.tsx'
import { useForm } from '../../design/use-form.ts'
import { fieldsOf } from '../../form/fields-of.ts'
import type { Values } from '../../form/form-field.ts'
import { SettingsFields } from '../../form/settings-fields.tsx'
import { useMode } from '../../session/mode.tsx'
import type { Kept } from './kept.ts'
import { addressOf, type View } from './view-address.ts'

interface ViewDialogProps {
  readonly kind: Kind
  /** The view that is renamed or shared; absent for a new one. */
  readonly view?: View
  readonly kept: Kept
  onClose(): void
}

const { fields } = kinds.view

/** Names a view, and says who sees it. */
export function ViewDialog({
  kind,
  view,
  kept: { query, sort, groupBy, columns },
  onClose,
}: ViewDialogProps) {
  const { client, mode } = useMode()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const [values, setValues] = useState<Values>({
    name: view?.name ?? '',
    visibility: view?.visibility ?? fields.visibility.traits.default,
  })
  const form = useForm(async () => {
    const named = { name: String(values.name), visibility: values.visibility as View['visibility'] }
    const shown = { kind: kind.name, query, sort, groupBy, columns }
    const { record } = view
      ? await client.view.update(view.id, named)
      : await client.view.create({ ...shown, ...named })
    await queries.invalidateQueries({ queryKey: keyOf(mode, kinds.view) })
    onClose()
    tell(view ? 'View saved' : 'View created', record.name)
    if (!view) await navigate(addressOf(record))
  })
  return (
    <FormDialog
      title={view ? `Rename or share ${view.name}` : 'Save as a view'}
      lead={
        view
          ? undefined
          : 'Keeps what the list is narrowed to, its order, groups and columns, in the sidebar.'
      }
      form={form}
      verb={view ? 'Save' : 'Create view'}
      onClose={onClose}
    >
      <SettingsFields
        fields={fieldsOf(kinds.view, values, { keys: ['name', 'visibility'] }).map((field) =>
          field.key === 'visibility'
            ? { ...field, about: plain('Private views are yours alone; everybody sees shared ones.') }
            : field,
        )}
        values={values}
        faults={form.faults}
        onChange={setValues}
      />
    </FormDialog>
  )
}
