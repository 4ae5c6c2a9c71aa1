import { kinds } from '@svc/model'
import { useState } from 'react'
import type { VaultItem } from './vault-item.ts'
import { tell } from '../../../design/toast.tsx'
import { useForm } from '../../../design/use-form.ts'
import { FormDialog } from '../../../design/form-dialog.tsx'
import { useAct } from '../../../api/use-call.ts'
import { type GivenValue, ValueField } from './value-field.tsx'
import { usesInWords } from './uses-in-words.ts'

export function ReplaceValueDialog({ item, onClose }: { readonly item: VaultItem; onClose(): void }) {
  const replace = useAct(kinds.secret, 'setSecretValue')
  const [given, setGiven] = useState<GivenValue>()
  const form = useForm(async () => {
    await replace.mutateAsync({ params: { secretId: item.id }, body: given ?? { value: '' } })
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
        onChange={setGiven}
      />
    </FormDialog>
  )
}

/** Whoever types a new value should know where it will go. */
function leadOf({ uses }: VaultItem): string {
  const gone = 'The old value is gone once the new one is in.'
  const places = usesInWords(uses)
  return places ? `${gone} It is used for ${places}.` : gone
}
