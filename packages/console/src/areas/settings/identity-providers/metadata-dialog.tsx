import { kinds } from '@svc/model'
import { useState } from 'react'
import { useAction } from '../../../api/use-call.ts'
import { Field, TextArea } from '../../../design/field.tsx'
import { FormDialog } from '../../../design/form-dialog.tsx'
import { tell } from '../../../design/toast.tsx'
import { useForm } from '../../../design/use-form.ts'

interface MetadataDialogProps {
  readonly id: string
  onTaken(): void
  onClose(): void
}

/** For providers that let their metadata be downloaded, but publish it nowhere. */
export function MetadataDialog({ id, onTaken, onClose }: MetadataDialogProps) {
  const take = useAction(kinds.identityProvider, 'readProviderMetadata')
  const [xml, setXml] = useState('')
  const form = useForm(async () => {
    await take.mutateAsync({ params: { providerId: id }, body: { xml } })
    tell('Metadata imported')
    onTaken()
  })
  return (
    <FormDialog
      title="Paste the provider’s metadata"
      lead="svc takes the entity id, the addresses and the signing certificates from it."
      form={form}
      verb="Import"
      isHeldUp={xml.trim() === ''}
      onClose={onClose}
    >
      <Field
        label="Metadata"
        hint="The XML file that the provider lets you download."
        error={form.faults.get('xml')}
      >
        {(control) => (
          <TextArea
            {...control}
            rows={10}
            value={xml}
            spellCheck={false}
            onChange={({ target }) => setXml(target.value)}
          />
        )}
      </Field>
    </FormDialog>
  )
}
