import { type Kinds, kinds, type Resource, schemasOf } from '@svc/model'
import { Pencil, Plug, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../design/button.tsx'
import { tell } from '../../design/toast.tsx'
import { useForm } from '../../design/use-form.ts'
import { ConfirmDialog } from '../../design/confirm-dialog.tsx'
import { FormDialog } from '../../design/form-dialog.tsx'
import { useAct } from '../../api/use-call.ts'
import { only, SchemaFields } from '../../form/schema/schema-fields.tsx'
import type { FormValue } from '../../form/schema/schema-props.ts'

type Tracker = Resource<Kinds['errorTracker']>

interface ErrorTrackerFormProps {
  readonly appId: string
  /** Null where there is none yet. */
  readonly tracker: Tracker | null
}

/** For administrators: says where the errors of a project are collected, or that they are not any more. */
export function ErrorTrackerForm({ appId, tracker }: ErrorTrackerFormProps) {
  const [open, setOpen] = useState<'form' | 'removal' | null>(null)
  const remove = useAct(kinds.errorTracker, 'deleteErrorTracker')
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
        What was found there is forgotten here. At the provider nothing changes.
      </ConfirmDialog>
    </>
  )
}

const schema = only(schemasOf(kinds.errorTracker).update, ['provider', 'projectRef', 'vaultKeyword'])

/** Whether a provider can be asked without the name that it has for the project. */
const needsName = (provider: unknown): boolean =>
  kinds.errorTracker.rules?.some(
    ({ holds }) => !holds({ provider: String(provider), projectRef: null } as never),
  ) ?? false

function Form({ appId, tracker, onClose }: ErrorTrackerFormProps & { onClose(): void }) {
  const configure = useAct(kinds.errorTracker, 'configureErrorTracker')
  const refresh = useAct(kinds.errorTracker, 'refreshErrorTracker')
  const [value, setValue] = useState<FormValue>(() => ({
    provider: tracker?.provider ?? 'sentry',
    projectRef: tracker?.projectRef ?? null,
    vaultKeyword: tracker?.vaultKeyword ?? null,
  }))
  const required = ['provider', 'vaultKeyword', ...(needsName(value.provider) ? ['projectRef'] : [])]
  const form = useForm(async () => {
    const params = { appId }
    // What is missing or wrong is for the server to say, beside its field.
    await configure.mutateAsync({ params, body: value as never })
    onClose()
    tell('Saved', 'The provider is asked now.')
    // Whether it answers is told where its answer is shown.
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
      <SchemaFields schema={{ ...schema, required }} value={value} faults={form.faults} onChange={setValue} />
    </FormDialog>
  )
}
