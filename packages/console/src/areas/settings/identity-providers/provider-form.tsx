import { kinds, type VendorName } from '@svc/model'
import { useState } from 'react'
import { useUpdate } from '../../../api/records.ts'
import { LiveSide, useMode } from '../../../session/mode.tsx'
import { Button } from '../../../design/button.tsx'
import { Card } from '../../../design/card.tsx'
import { Note } from '../../../design/note.tsx'
import { tell } from '../../../design/toast.tsx'
import { useForm } from '../../../design/use-form.ts'
import { faultUnder } from '../../../form/fault-under.ts'
import { adjusted, fieldsOf, partsOf } from '../../../form/fields-of.ts'
import type { Values } from '../../../form/form-field.ts'
import { SettingsFields } from '../../../form/settings-fields.tsx'
import type { Provider } from './providers-page.tsx'
import styles from './providers.module.css'
import { basicWords, firstSettings, settingWords } from './setting-words.ts'

const keys = ['name', 'vendor', 'status', 'priority', 'jit']

interface ProviderFormProps {
  readonly provider: Provider
  readonly etag: string | null
}

/** The common settings, then those of its protocol. */
export function ProviderForm({ provider, etag: begunWith }: ProviderFormProps) {
  const { id, name, vendor, status, priority, jit, protocol } = provider
  const { mode } = useMode()
  const update = useUpdate(kinds.identityProvider, id)
  // The ETag of what the form was filled from, not of the latest read, so that changes made meanwhile are not
  // overwritten.
  const [etag, setEtag] = useState(begunWith)
  const [basics, setBasics] = useState<Values>({ name, vendor, status, priority, jit })
  const [settings, setSettings] = useState<Values>(() => ({ ...provider[protocol] }))
  const form = useForm(async () => {
    const saved = await update.mutateAsync({ changes: { ...basics, [protocol]: settings }, etag })
    setEtag(saved.etag)
    tell('Saved', String(basics.name))
  })
  const fields = adjusted(
    partsOf(kinds.identityProvider.fields[protocol].schema, settings),
    settingWords(String(basics.vendor) as VendorName),
  )
  const first = firstSettings(protocol, String(basics.vendor) as VendorName)
  const usual = first.flatMap((key) => fields.filter((field) => field.key === key))
  const rest = fields.filter((field) => !usual.includes(field))
  const own = { values: settings, faults: form.faults, path: protocol, onChange: setSettings }
  return (
    <form onSubmit={form.onSubmit} noValidate>
      <Card title="Settings">
        {form.problem && <Note tone="bad">{form.problem}</Note>}
        <div className={styles.fields}>
          <SettingsFields
            fields={adjusted(fieldsOf(kinds.identityProvider, basics, { keys }), basicWords)}
            values={basics}
            faults={form.faults}
            onChange={setBasics}
          />
          {mode === 'test' && (
            <Note tone="info">
              Sign-in is shared by live and test mode, so you choose from the live vault items.
            </Note>
          )}
          <LiveSide>
            <SettingsFields {...own} fields={usual} />
          </LiveSide>
        </div>
        <details
          className={styles.more}
          open={rest.some(({ key }) => faultUnder(form.faults, `${protocol}/${key}`))}
        >
          <summary>More settings, for providers that need them</summary>
          <div className={styles.fields}>
            <LiveSide>
              <SettingsFields {...own} fields={rest} />
            </LiveSide>
          </div>
        </details>
        <div className={styles.foot}>
          <Button type="submit" look="primary" disabled={form.isBusy}>
            Save
          </Button>
        </div>
      </Card>
    </form>
  )
}
