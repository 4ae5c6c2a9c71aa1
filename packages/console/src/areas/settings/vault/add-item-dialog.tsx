import { keyInWords, kinds, secretTypes } from '@svc/model'
import { useState } from 'react'
import { Field } from '../../../design/field.tsx'
import { TextField } from '../../../design/text-field.tsx'
import { Select } from '../../../design/select.tsx'
import { tell } from '../../../design/toast.tsx'
import { useForm } from '../../../design/use-form.ts'
import { FormDialog } from '../../../design/form-dialog.tsx'
import { useAction } from '../../../api/use-call.ts'
import { type VaultValue, ValueField } from './value-field.tsx'

const { fields } = kinds.secret

interface AddItemProps {
  /** Receives the keyword that records refer to it by. */
  onAdded?(keyword: string): void
  onClose(): void
}

export function AddItemDialog({ onAdded, onClose }: AddItemProps) {
  const create = useAction(kinds.secret, 'createSecret')
  const [name, setName] = useState('')
  const [keyword, setKeyword] = useState('')
  const [category, setCategory] = useState('')
  const [type, setType] = useState<(typeof secretTypes)[number]>('text')
  const [entered, setEntered] = useState<VaultValue>()
  const [fileName, setFileName] = useState<string>()
  const form = useForm(async () => {
    const body = {
      name,
      type,
      ...(keyword.trim() && { keyword: keyword.trim() }),
      ...(category.trim() && { category }),
      ...(fileName && { fileName }),
      ...(entered ?? { value: '' }),
    }
    await create.mutateAsync({ body })
    tell('Added to the vault', name)
    if (keyword.trim()) onAdded?.(keyword.trim())
    onClose()
  })
  return (
    <FormDialog title="Add an item to the vault" form={form} verb="Add" onClose={onClose}>
      <TextField
        label="Name"
        hint={fields.name.traits.about}
        error={form.faults.get('name')}
        value={name}
        autoComplete="off"
        onChange={setName}
      />
      <TextField
        label="Keyword"
        isOptional
        hint={fields.keyword.traits.about}
        error={form.faults.get('keyword')}
        value={keyword}
        autoComplete="off"
        spellCheck={false}
        onChange={setKeyword}
      />
      <TextField
        label="Category"
        isOptional
        hint={fields.category.traits.about}
        error={form.faults.get('category')}
        value={category}
        onChange={setCategory}
      />
      <Field label="Type" error={form.faults.get('type')}>
        {(control) => (
          <Select
            {...control}
            value={type}
            options={secretTypes.map((one) => ({ value: one, label: keyInWords(one) }))}
            onChange={(next) => {
              setType(secretTypes.find((one) => one === next) ?? 'text')
              setEntered(undefined)
              setFileName(undefined)
            }}
          />
        )}
      </Field>
      <ValueField
        key={type}
        type={type}
        error={form.faults.get('value') ?? form.faults.get('valueBase64')}
        onChange={(value, file) => {
          setEntered(value)
          setFileName(file)
        }}
      />
    </FormDialog>
  )
}
