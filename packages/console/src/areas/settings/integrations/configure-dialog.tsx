import { type ConfiguredType, integrations, type JsonSchema, keyInWords, kinds } from '@svc/model'
import { useState } from 'react'
import { TextField } from '../../../design/text-field.tsx'
import { Note } from '../../../design/note.tsx'
import { tell } from '../../../design/toast.tsx'
import { useForm } from '../../../design/use-form.ts'
import { FormDialog } from '../../../design/form-dialog.tsx'
import { useAction } from '../../../api/use-call.ts'
import { partsOf } from '../../../form/fields-of.ts'
import { isNothing, type Values } from '../../../form/form-field.ts'
import { SettingsFields } from '../../../form/settings-fields.tsx'
import type { Integration } from './integration-card.tsx'
import { integrationAbout } from './integration-about.ts'

interface ConfigureDialogProps {
  readonly integration: Integration
  readonly type: ConfiguredType
  onClose(): void
}

export function ConfigureDialog({ integration, type, onClose }: ConfigureDialogProps) {
  const { config: schema } = integrations[type]
  const configure = useAction(kinds.integration, 'configureIntegration')
  const [config, setConfig] = useState<Values>(() => known(integration, schema))
  const [displayName, setDisplayName] = useState(integration.displayName)
  const form = useForm(async () => {
    const name = displayName.trim()
    await configure.mutateAsync({
      params: { type },
      body: { displayName: name === '' || name === integrations[type].name ? null : name, config },
    })
    tell('Configured', 'Test it to see whether it works.')
    onClose()
  })
  const lost = lostParts(integration, schema, config)
  return (
    <FormDialog
      title={`Configure ${integrations[type].name}`}
      lead={integrationAbout(type)}
      form={form}
      verb={lost.length > 0 ? 'Save and remove them' : 'Save'}
      onClose={onClose}
    >
      {integration.isConfigured && (
        <Note tone="info">
          This replaces the whole configuration. Choose values that svc never shows, such as vault items,
          again.
        </Note>
      )}
      {lost.length > 0 && (
        <Note tone="bad">Not shown here, and removed unless you enter them again: {lost.join(', ')}.</Note>
      )}
      <SettingsFields
        fields={partsOf(schema, config)}
        values={config}
        faults={form.faults}
        path="config"
        onChange={setConfig}
      />
      <TextField
        label="Name"
        isOptional
        hint="The name shown in svc."
        error={form.faults.get('displayName')}
        value={displayName}
        placeholder={integrations[type].name}
        onChange={setDisplayName}
      />
    </FormDialog>
  )
}

/** What the integration has a number of, none of which is in the form. */
const lostParts = (
  { summary }: Integration,
  { properties = {} }: JsonSchema,
  config: Values,
): readonly string[] =>
  Object.entries(summary).flatMap(([key, count]) => {
    const isLost = Object.hasOwn(properties, key) && typeof count === 'number' && isEmpty(config[key])
    return isLost && count > 0 ? [`${keyInWords(key).toLowerCase()} (${count})`] : []
  })

const isEmpty = (value: unknown): boolean => isNothing(value) || (Array.isArray(value) && value.length === 0)

/** The form starts from the visible part of the configuration; numbers in it are only counts. */
const known = ({ summary }: Integration, { properties = {} }: JsonSchema): Values =>
  Object.fromEntries(
    Object.entries(summary).filter(
      ([key, value]) => Object.hasOwn(properties, key) && value !== null && typeof value !== 'number',
    ),
  )
