import { kinds, type secretTypes } from '@svc/model'
import { useState } from 'react'
import { tell } from '../../../design/toast.tsx'
import { useForm } from '../../../design/use-form.ts'
import { FormDialog } from '../../../design/form-dialog.tsx'
import { useAction } from '../../../api/use-call.ts'
import { fieldsOf } from '../../../form/fields-of.ts'
import { SettingsFields } from '../../../form/settings-fields.tsx'
import { type VaultValue, ValueField } from './value-field.tsx'

interface AddItemProps {
  /** Receives the keyword that records refer to it by. */
  onAdded?(keyword: string): void
  onClose(): void
}

interface GivenItem {
  readonly name: string
  readonly type: (typeof secretTypes)[number]
  readonly keyword: string | null
  readonly category: string | null
}

const fields = fieldsOf(kinds.secret, {}, { keys: ['name', 'keyword', 'category', 'type'] })

export function AddItemDialog({ onAdded, onClose }: AddItemProps) {
  const create = useAction(kinds.secret, 'createSecret')
  const [item, setItem] = useState<GivenItem>({ name: '', type: 'text', keyword: null, category: null })
  const [given, setGiven] = useState<VaultValue>()
  const [fileName, setFileName] = useState<string>()
  const give = (value?: VaultValue, file?: string) => {
    setGiven(value)
    setFileName(file)
  }
  const form = useForm(async () => {
    const keyword = item.keyword?.trim() || null
    const texts = { keyword, category: item.category?.trim() || null }
    const body = { ...item, ...texts, ...(fileName && { fileName }), ...(given ?? { value: '' }) }
    await create.mutateAsync({ body })
    tell('Added to the vault', item.name)
    if (keyword) onAdded?.(keyword)
    onClose()
  })
  return (
    <FormDialog title="Add an item to the vault" form={form} verb="Add" onClose={onClose}>
      <SettingsFields
        fields={fields}
        values={item}
        faults={form.faults}
        onChange={(next) => {
          if (next.type !== item.type) give()
          setItem(next)
        }}
      />
      <ValueField
        key={item.type}
        type={item.type}
        error={form.faults.get('value') ?? form.faults.get('valueBase64')}
        onChange={give}
      />
    </FormDialog>
  )
}
