import { kinds } from '@svc/model'
import { useState } from 'react'
import { Field } from '../../../design/field.tsx'
import { TextField } from '../../../design/text-field.tsx'
import { useForm } from '../../../design/use-form.ts'
import { FormDialog } from '../../../design/form-dialog.tsx'
import { faultUnder } from '../../../form/schema/fault-under.ts'
import { WordsInput } from '../../../design/words-input.tsx'
import { suggestedEventTypes } from './event-types.ts'

const { fields } = kinds.webhook

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

export function WebhookDialog({ title, verb, start, onSend, onClose }: WebhookDialogProps) {
  const [url, setUrl] = useState(start?.url ?? '')
  const [description, setDescription] = useState(start?.description ?? '')
  const [eventTypes, setEventTypes] = useState<readonly string[]>(start?.eventTypes ?? [])
  const form = useForm(() => onSend({ url: url.trim(), description: description.trim() || null, eventTypes }))
  return (
    <FormDialog title={title} form={form} verb={verb} onClose={onClose}>
      <TextField
        label="URL"
        hint={fields.url.traits.about}
        error={form.faults.get('url')}
        type="url"
        value={url}
        placeholder="https://hooks.example.com/svc"
        onChange={setUrl}
      />
      <TextField
        label="Description"
        isOptional
        hint={fields.description.traits.about}
        error={form.faults.get('description')}
        value={description}
        onChange={setDescription}
      />
      <Field
        label="Event types"
        hint="Types such as issue.created, or issue.* for all of a kind. Leave empty for all events."
        error={faultUnder(form.faults, 'eventTypes')}
      >
        {(control) => (
          <WordsInput
            {...control}
            value={eventTypes}
            placeholder="All events"
            suggestions={suggestedEventTypes}
            onChange={setEventTypes}
          />
        )}
      </Field>
    </FormDialog>
  )
}
