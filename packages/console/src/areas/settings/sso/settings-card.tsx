import { kinds, type Kinds, type Resource } from '@svc/model'
import { useState } from 'react'
import { Button } from '../../../design/button.tsx'
import { Card } from '../../../design/card.tsx'
import { Note } from '../../../design/note.tsx'
import { Problem } from '../../../design/problem.tsx'
import { Skeleton } from '../../../design/skeleton.tsx'
import { tell } from '../../../design/toast.tsx'
import { useForm } from '../../../design/use-form.ts'
import { choiceOf, useProviders } from '../identity-providers/providers-page.tsx'
import { changed } from '../parts/changed.ts'
import parts from '../../../design/parts.module.css'
import { useAction, useCall } from '../../../api/use-call.ts'
import { adjusted, fieldsOf } from '../../../form/fields-of.ts'
import type { Faults, Values } from '../../../form/form-field.ts'
import { SettingsFields } from '../../../form/settings-fields.tsx'
import { BreakGlassDialog } from './break-glass-dialog.tsx'
import { SettingsPreview } from './settings-preview.tsx'
import { needIn, plainWords } from './settings-words.ts'
import { useSettingsPreview } from './use-settings-preview.ts'

type Settings = Resource<Kinds['ssoSettings']>

const keys = [
  'enforcementMode',
  'allowPasswordFallback',
  'passwordSessionGracePeriodMinutes',
  'personalTokens',
  'defaultIdentityProviderId',
  'forceJitProvisioning',
  'secondFactor',
  'sessionIdleMinutes',
  'sessionMaxMinutes',
] as const

export function SettingsCard() {
  const found = useCall(kinds.ssoSettings, 'getSsoSettings')
  return (
    <Card title="Enforcement">
      {found.isError && <Problem error={found.error} onRetry={() => void found.refetch()} />}
      {found.isPending && <Skeleton rows={4} />}
      {found.data && <SettingsForm settings={found.data} />}
    </Card>
  )
}

function SettingsForm({ settings }: { readonly settings: Settings }) {
  const { providers = [] } = useProviders()
  const update = useAction(kinds.ssoSettings, 'updateSsoSettings')
  const [value, setValue] = useState<Values>(() =>
    Object.fromEntries(keys.map((key) => [key, settings[key]])),
  )
  const [saved, setSaved] = useState(value)
  const [isChoosing, setChoosing] = useState(false)
  const preview = useSettingsPreview(changed(saved, value))
  const form = useForm(async () => {
    await update.mutateAsync({ body: changed(saved, value) })
    setSaved(value)
    tell('Saved', 'How members sign in has changed.')
  })
  return (
    <form className={parts.stack} onSubmit={form.onSubmit} noValidate>
      {form.problem && <Note tone="bad">{form.problem}</Note>}
      <div className={parts.form}>
        <SettingsFields
          fields={adjusted(adjusted(fieldsOf(kinds.ssoSettings, value, { keys }), plainWords), {
            defaultIdentityProviderId: { of: choiceOf(providers) },
          })}
          values={value}
          faults={inPlainWords(form.faults)}
          onChange={setValue}
        />
      </div>
      <SettingsPreview preview={preview} />
      <div>
        <p>Break-glass access: {inWords(settings.breakGlassUidsCount)}</p>
        <p className={parts.faint}>
          Members who may always use a password, in case the provider fails. Who they are is never shown.
        </p>
      </div>
      <div className={parts.row}>
        <Button type="submit" look="primary" disabled={form.isBusy || preview.isHeldUp}>
          Save
        </Button>
        <Button onClick={() => setChoosing(true)}>Choose break-glass members</Button>
      </div>
      {isChoosing && (
        <BreakGlassDialog count={settings.breakGlassUidsCount} onClose={() => setChoosing(false)} />
      )}
    </form>
  )
}

/** What to do about it is in the preview. */
const inPlainWords = (faults: Faults): Faults =>
  new Map([...faults].map(([path, fault]) => [path, needIn(fault) ? notYet : fault]))
const notYet = 'Cannot be required yet. See below what is missing.'

function inWords(count: number): string {
  if (count === 0) return 'no members yet'
  return count === 1 ? 'one member' : `${count} members`
}
