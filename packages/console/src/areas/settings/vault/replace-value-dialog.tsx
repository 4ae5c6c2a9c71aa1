import { kinds } from '@svc/model'
import { useState } from 'react'
import type { VaultItem } from './vault-item.ts'
import { tell } from '../../../design/toast.tsx'
import { useForm } from '../../../design/use-form.ts'
import { FormDialog } from '../../../design/form-dialog.tsx'
import { useAction } from '../../../api/use-call.ts'
import { type VaultValue, ValueField } from './value-field.tsx'
import { usesInWords } from './uses-in-words.ts'

export function ReplaceValueDialog({ item, onClose }: { readonly item: VaultItem; onClose(): void }) {
  const replace = useAction(kinds.secret, 'setSecretValue')
  const [entered, setEntered] = useState<VaultValue>()
  const form = useForm(async () => {
    await replace.mutateAsync({ params: { secretId: item.id }, body: entered ?? { value: '' } })
    tell('Value replaced', item.name)
    onClose()
  })
  return (
    <FormDialog
      title={`Replace the value of ${item.name}`}
      lead={leadOf(item)}
      form={form}
      verb="Replace"
      onClose={onClose}
    >
      <ValueField
        type={item.type}
        error={form.faults.get('value') ?? form.faults.get('valueBase64')}
        onChange={setEntered}
      />
    </FormDialog>
  )
}

/** Whoever types a new value should know where it will be sent. */
function leadOf({ uses }: VaultItem): string {
  const warning = 'The new value replaces the old one, which cannot be recovered.'
  const places = usesInWords(uses)
  return places ? `${warning} It is used for ${places}.` : warning
}
