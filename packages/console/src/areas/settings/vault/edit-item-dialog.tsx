import { kinds } from '@svc/model'
import { useState } from 'react'
import type { VaultItem } from './vault-item.ts'
import { useUpdate } from '../../../api/records.ts'
import { tell } from '../../../design/toast.tsx'
import { useForm } from '../../../design/use-form.ts'
import { adjusted, fieldsOf } from '../../../form/fields-of.ts'
import { SettingsFields } from '../../../form/settings-fields.tsx'
import { changed } from '../parts/changed.ts'
import { FormDialog } from '../../../design/form-dialog.tsx'

const keys = ['name', 'keyword', 'category', 'deploymentOnly']
const fields = adjusted(fieldsOf(kinds.secret, {}, { keys }), {
  keyword: { about: 'References to the old keyword are not updated.' },
})

export function EditItemDialog({ item, onClose }: { readonly item: VaultItem; onClose(): void }) {
  const update = useUpdate(kinds.secret, item.id)
  const [given, setGiven] = useState(() => {
    const { name, keyword, category, deploymentOnly } = item
    return { name, keyword, category, deploymentOnly }
  })
  const form = useForm(async () => {
    const texts = { keyword: given.keyword?.trim() || null, category: given.category?.trim() || null }
    await update.mutateAsync({ changes: changed(item, { ...given, ...texts }) })
    tell('Saved', given.name)
    onClose()
  })
  return (
    <FormDialog title={item.name} lead="Its value stays as it is." form={form} verb="Save" onClose={onClose}>
      <SettingsFields fields={fields} values={given} faults={form.faults} onChange={setGiven} />
    </FormDialog>
  )
}
