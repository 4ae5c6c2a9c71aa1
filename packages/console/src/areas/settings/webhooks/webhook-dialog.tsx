import { kinds } from '@svc/model'
import { useState } from 'react'
import { useForm } from '../../../design/use-form.ts'
import { FormDialog } from '../../../design/form-dialog.tsx'
import { adjusted, fieldsOf } from '../../../form/fields-of.ts'
import { SettingsFields } from '../../../form/settings-fields.tsx'
import { suggestedEventTypes } from './event-types.ts'

export interface WebhookInput {
  readonly url: string
  readonly description: string | null
  readonly eventTypes: readonly string[]
}

interface WebhookDialogProps {
  readonly title: string
  readonly verb: string
  readonly start?: WebhookInput
  onSend(given: WebhookInput): Promise<void>
  onClose(): void
}

const fields = adjusted(fieldsOf(kinds.webhook, {}, { keys: ['url', 'description', 'eventTypes'] }), {
  url: { of: { type: 'text', input: 'url', placeholder: 'https://hooks.example.com/svc' } },
  eventTypes: { of: { type: 'texts', placeholder: 'Everything', suggestions: suggestedEventTypes } },
})

export function WebhookDialog({ title, verb, start, onSend, onClose }: WebhookDialogProps) {
  const [given, setGiven] = useState<WebhookInput>({
    url: start?.url ?? '',
    description: start?.description ?? null,
    eventTypes: start?.eventTypes ?? [],
  })
  const { url, description, eventTypes } = given
  const form = useForm(() =>
    onSend({ url: url.trim(), description: description?.trim() || null, eventTypes }),
  )
  return (
    <FormDialog title={title} form={form} verb={verb} onClose={onClose}>
      <SettingsFields fields={fields} values={given} faults={form.faults} onChange={setGiven} />
    </FormDialog>
  )
}
