import { keyInWords, type Kind, type Mode, modes, type Scope } from '@svc/model'
import { useState } from 'react'
import { useMode } from '../../../session/mode.tsx'
import { Field } from '../../../design/field.tsx'
import { TextField } from '../../../design/text-field.tsx'
import { Select } from '../../../design/select.tsx'
import { useForm } from '../../../design/use-form.ts'
import { Checks } from '../../../design/checks.tsx'
import { FormDialog } from '../../../design/form-dialog.tsx'
import { ExpiryField, inDays } from './expiry-field.tsx'
import { scopeWords } from '../../../words/scope-words.ts'

export interface NewCredential<S extends Scope> {
  readonly name: string
  readonly scopes: readonly S[]
  readonly mode: Mode
  readonly expiresAt: string | null
}

interface CreateDialogProps<S extends Scope> {
  readonly kind: Kind
  readonly scopes: readonly S[]
  /** The scopes that its creator may grant. */
  readonly allowed: readonly Scope[]
  onCreate(given: NewCredential<S>): Promise<void>
  onClose(): void
}

/** A new token or key: what it is for, what it may do, with which data, and until when. */
export function CreateDialog<S extends Scope>(props: CreateDialogProps<S>) {
  const { kind, scopes, allowed, onCreate, onClose } = props
  const { mode: current } = useMode()
  const [name, setName] = useState('')
  const [chosen, setChosen] = useState<readonly string[]>(['read'])
  const [mode, setMode] = useState<Mode>(current)
  const [expiresAt, setExpiresAt] = useState<string | null>(() => inDays(90))
  const form = useForm(() =>
    onCreate({ name, scopes: scopes.filter((scope) => chosen.includes(scope)), mode, expiresAt }),
  )
  return (
    <FormDialog title={`New ${kind.noun}`} lead={kind.about} form={form} verb="Create" onClose={onClose}>
      <TextField
        label="Name"
        hint={kind.fields.name?.traits.about}
        error={form.faults.get('name')}
        value={name}
        autoComplete="off"
        onChange={setName}
      />
      <Checks
        label="Scopes"
        choices={scopes.map((scope) => ({
          value: scope,
          label: keyInWords(scope),
          about: allowed.includes(scope) ? scopeWords[scope] : 'Your role does not allow this',
          isDisabled: !allowed.includes(scope),
        }))}
        value={chosen}
        error={form.faults.get('scopes')}
        onChange={setChosen}
      />
      <Field label="Data" hint={kind.fields.mode?.traits.about} error={form.faults.get('mode')}>
        {(control) => (
          <Select
            {...control}
            value={mode}
            options={modes.map((one) => ({ value: one, label: keyInWords(one) }))}
            onChange={(next) => setMode(next === 'test' ? 'test' : 'live')}
          />
        )}
      </Field>
      <ExpiryField error={form.faults.get('expiresAt')} onChange={setExpiresAt} />
    </FormDialog>
  )
}
