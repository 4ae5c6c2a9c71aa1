import { kinds, type Resource, type Kinds, vendors } from '@svc/model'
import { useState } from 'react'
import { useCreate, useUpdate } from '../../../api/records.ts'
import { Field } from '../../../design/field.tsx'
import { FormDialog } from '../../../design/form-dialog.tsx'
import { Select } from '../../../design/select.tsx'
import { TextField } from '../../../design/text-field.tsx'
import { useForm } from '../../../design/use-form.ts'
import { adjusted, fieldsOf } from '../../../form/fields-of.ts'
import { SettingsFields } from '../../../form/settings-fields.tsx'
import { ModeSide } from '../../../session/mode.tsx'
import { changed } from '../parts/changed.ts'
import { bodyOf, draftOf, type GroupMapping, type MappingDraft, scim } from './mapping.ts'
import styles from './mappings.module.css'
import { PreviewPanel } from './preview-panel.tsx'

type Provider = Resource<Kinds['identityProvider']>

interface MappingDialogProps {
  readonly providers: readonly Provider[]
  /** The mapping to change; without it, one is added. */
  readonly mapping?: GroupMapping
  onClose(): void
}

const fields = adjusted(fieldsOf(kinds.groupMapping, {}, { keys: ['teamId', 'mode', 'role'] }), {
  mode: { label: 'Data' },
})
const only = (key: string) => fields.filter((field) => field.key === key)

/** What a group elsewhere gives here, with what that would change before it is saved. */
export function MappingDialog({ providers, mapping, onClose }: MappingDialogProps) {
  const create = useCreate(kinds.groupMapping)
  const update = useUpdate(kinds.groupMapping, mapping?.id ?? '')
  const [draft, setDraft] = useState(() => draftOf(mapping))
  const set = (changes: Partial<MappingDraft>) => setDraft({ ...draft, ...changes })
  const form = useForm(async () => {
    const body = bodyOf(draft)
    if (mapping) await update.mutateAsync({ changes: changed(mapping, body) })
    else await create.mutateAsync(body)
    onClose()
  })
  const shared = { values: draft, faults: form.faults }
  return (
    <FormDialog
      title={mapping ? 'Change the group mapping' : 'New group mapping'}
      lead={mapping ? undefined : 'Everyone in the group joins a team, gets a role, or both.'}
      form={form}
      verb={mapping ? 'Save' : 'Create'}
      isWide
      onClose={onClose}
    >
      <Field
        label="Source"
        hint={mapping ? 'It cannot be changed any more.' : 'Where the group is managed.'}
        error={form.faults.get('identityProviderId') ?? form.faults.get('source')}
      >
        {(control) => (
          <Select
            {...control}
            value={draft.from || null}
            options={[
              ...providers.map(({ id, name }) => ({ value: id, label: `${name}, at each sign-in` })),
              { value: scim, label: 'Your directory, over SCIM' },
            ]}
            isDisabled={mapping !== undefined}
            onChange={(from) => set({ from })}
          />
        )}
      </Field>
      <TextField
        label="Group"
        hint={groupHint(providers.find(({ id }) => id === draft.from))}
        error={form.faults.get('group')}
        value={draft.group}
        autoComplete="off"
        spellCheck={false}
        onChange={(group) => set({ group })}
      />
      <div className={styles.pair}>
        <ModeSide mode={draft.mode}>
          {/* Teams of the other mode are other teams. */}
          <SettingsFields key={draft.mode} {...shared} fields={only('teamId')} onChange={setDraft} />
        </ModeSide>
        <SettingsFields
          {...shared}
          fields={only('mode')}
          onChange={({ mode }) => set({ mode, teamId: null })}
        />
      </div>
      <SettingsFields {...shared} fields={only('role')} onChange={setDraft} />
      <PreviewPanel draft={draft} replaces={mapping?.id} />
    </FormDialog>
  )
}

/** How the source writes its groups, which is what has to be entered. */
function groupHint(provider: Provider | undefined): string {
  const usual =
    'Its id or its name, exactly as the source writes it. An id stays the same when the group is renamed.'
  if (provider?.protocol !== 'oidc') return usual
  return `${usual} Groups at ${provider.name}: ${vendors[provider.vendor].setUp.groups}`
}
