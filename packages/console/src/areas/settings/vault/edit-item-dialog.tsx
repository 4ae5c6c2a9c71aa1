import { kinds } from '@svc/model'
import { useState } from 'react'
import type { VaultItem } from './vault-item.ts'
import { useUpdate } from '../../../api/records.ts'
import { TextField } from '../../../design/text-field.tsx'
import { tell } from '../../../design/toast.tsx'
import { useForm } from '../../../design/use-form.ts'
import { changed } from '../parts/changed.ts'
import { Check } from '../../../design/checks.tsx'
import { FormDialog } from '../../../design/form-dialog.tsx'

const { fields } = kinds.secret

export function EditItemDialog({ item, onClose }: { readonly item: VaultItem; onClose(): void }) {
  const update = useUpdate(kinds.secret, item.id)
  const [name, setName] = useState(item.name)
  const [keyword, setKeyword] = useState(item.keyword ?? '')
  const [category, setCategory] = useState(item.category ?? '')
  const [deploymentOnly, setDeploymentOnly] = useState(item.deploymentOnly)
  const form = useForm(async () => {
    const changes = {
      name,
      keyword: keyword.trim() || null,
      category: category.trim() || null,
      deploymentOnly,
    }
    await update.mutateAsync({ changes: changed(item, changes) })
    tell('Saved', name)
    onClose()
  })
  return (
    <FormDialog title={item.name} lead="Its value stays as it is." form={form} verb="Save" onClose={onClose}>
      <TextField label="Name" error={form.faults.get('name')} value={name} onChange={setName} />
      <TextField
        label="Keyword"
        isOptional
        hint="References to the old keyword are not updated."
        error={form.faults.get('keyword')}
        value={keyword}
        spellCheck={false}
        onChange={setKeyword}
      />
      <TextField
        label="Category"
        isOptional
        error={form.faults.get('category')}
        value={category}
        onChange={setCategory}
      />
      <Check
        label="For deployments only"
        about={fields.deploymentOnly.traits.about}
        value={deploymentOnly}
        onChange={setDeploymentOnly}
      />
    </FormDialog>
  )
}
