import { type Kinds, kinds, type Resource } from '@svc/model'
import { Pencil, Plug, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../design/button.tsx'
import { tell } from '../../design/toast.tsx'
import { useForm } from '../../design/use-form.ts'
import { ConfirmDialog } from '../../design/confirm-dialog.tsx'
import { FormDialog } from '../../design/form-dialog.tsx'
import { useAction } from '../../api/use-call.ts'
import { adjusted, fieldsOf } from '../../form/fields-of.ts'
import type { Values } from '../../form/form-field.ts'
import { SettingsFields } from '../../form/settings-fields.tsx'

type Tracker = Resource<Kinds['errorTracker']>

interface ErrorTrackerFormProps {
  readonly appId: string
  /** Null where none is connected yet. */
  readonly tracker: Tracker | null
}

/** For administrators: connects a project to an error tracker, or disconnects it. */
export function ErrorTrackerForm({ appId, tracker }: ErrorTrackerFormProps) {
  const [open, setOpen] = useState<'form' | 'removal' | null>(null)
  const remove = useAction(kinds.errorTracker, 'deleteErrorTracker')
  const close = () => setOpen(null)
  return (
    <>
      <Button look={tracker ? 'secondary' : 'primary'} onClick={() => setOpen('form')}>
        {tracker ? <Pencil aria-hidden /> : <Plug aria-hidden />}
        {tracker ? 'Change' : 'Connect an error tracker'}
      </Button>
      {tracker && (
        <Button
          look="quiet"
          square
          aria-label="Disconnect the error tracker"
          title="Disconnect the error tracker"
          onClick={() => setOpen('removal')}
        >
          <Trash2 aria-hidden />
        </Button>
      )}
      {open === 'form' && <Form appId={appId} tracker={tracker} onClose={close} />}
      <ConfirmDialog
        isOpen={open === 'removal'}
        title="Disconnect the error tracker?"
        verb="Disconnect"
        onClose={close}
        onConfirm={async () => {
          await remove.mutateAsync({ params: { appId } })
          tell('Error tracker disconnected')
        }}
      >
        svc forgets what it has read there. Nothing changes at the provider.
      </ConfirmDialog>
    </>
  )
}

const keys = ['provider', 'projectRef', 'vaultKeyword']

/** A tracker from before credentials were asked for may have none; a new one must. */
const fieldsIn = (value: Values) =>
  adjusted(fieldsOf(kinds.errorTracker, value, { keys }), { vaultKeyword: { isOptional: false } })

function Form({ appId, tracker, onClose }: ErrorTrackerFormProps & { onClose(): void }) {
  const configure = useAction(kinds.errorTracker, 'configureErrorTracker')
  const refresh = useAction(kinds.errorTracker, 'refreshErrorTracker')
  const [value, setValue] = useState<Values>(() => ({
    provider: tracker?.provider ?? 'sentry',
    projectRef: tracker?.projectRef ?? null,
    vaultKeyword: tracker?.vaultKeyword ?? null,
  }))
  const form = useForm(async () => {
    const params = { appId }
    // The server reports what is missing or wrong, and it is shown beside the field.
    await configure.mutateAsync({ params, body: value as never })
    onClose()
    tell('Saved', 'Fetching from the provider.')
    // A failure is shown where the errors are shown.
    await refresh.mutateAsync({ params }).catch(() => undefined)
  })
  return (
    <FormDialog
      title={tracker ? 'Change the error tracker' : 'Connect an error tracker'}
      lead={kinds.errorTracker.about}
      form={form}
      verb="Save"
      onClose={onClose}
    >
      <SettingsFields fields={fieldsIn(value)} values={value} faults={form.faults} onChange={setValue} />
    </FormDialog>
  )
}
