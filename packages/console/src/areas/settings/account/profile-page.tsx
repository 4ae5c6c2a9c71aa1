import { keyInWords } from '@svc/model'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { changeProfile, sessionKey } from '../../../session/session-calls.ts'
import { useSession } from '../../../session/session.tsx'
import { Badge } from '../../../design/badge.tsx'
import { Button } from '../../../design/button.tsx'
import { Card } from '../../../design/card.tsx'
import { TextField } from '../../../design/text-field.tsx'
import { Note } from '../../../design/note.tsx'
import { PageHead } from '../../../design/page-head.tsx'
import { setTheme, themes, useTheme } from '../../../design/theme.ts'
import { tell } from '../../../design/toast.tsx'
import { useForm } from '../../../design/use-form.ts'
import { LiveOnly } from '../parts/live-only.tsx'
import { ContactsCard } from './contacts-card.tsx'
import parts from '../../../design/parts.module.css'
import styles from './account.module.css'

export function ProfilePage() {
  const { user, role, organisation } = useSession()
  const queries = useQueryClient()
  const [displayName, setDisplayName] = useState(user.displayName ?? '')
  const form = useForm(async () => {
    await changeProfile({ displayName })
    tell('Saved')
    await queries.invalidateQueries({ queryKey: sessionKey })
  })
  return (
    <>
      <PageHead title="Profile" lead="How you appear to others, and how svc looks to you." />
      <LiveOnly>
        <Card title="You">
          <form className={parts.form} onSubmit={form.onSubmit} noValidate>
            {form.problem && <Note tone="bad">{form.problem}</Note>}
            <TextField
              label="Name"
              error={form.faults.get('displayName')}
              value={displayName}
              autoComplete="name"
              onChange={setDisplayName}
            />
            <TextField
              label="E-mail"
              hint="You sign in with it. It cannot be changed."
              value={user.email ?? ''}
              readOnly
              disabled
            />
            <p className={parts.soft}>
              <Badge word={role} /> of {organisation.name}
            </p>
            <div className={parts.row}>
              <Button
                type="submit"
                look="primary"
                disabled={form.isBusy || displayName === (user.displayName ?? '')}
              >
                Save
              </Button>
            </div>
          </form>
        </Card>
        <ContactsCard uid={user.id} />
      </LiveOnly>
      <Card title="Appearance">
        <Appearance />
      </Card>
    </>
  )
}

const words = {
  system: 'Same as this device',
  light: 'Always light',
  dark: 'Always dark',
} as const

function Appearance() {
  const current = useTheme()
  return (
    <fieldset className={styles.themes}>
      <legend className={parts.faint}>Stored in this browser.</legend>
      {themes.map((theme) => (
        <label key={theme} className={styles.theme}>
          <span className={styles.sample} data-sample={theme} aria-hidden>
            <span />
            <span />
          </span>
          <span className={parts.check}>
            <input type="radio" name="theme" checked={theme === current} onChange={() => setTheme(theme)} />
            <span>
              {keyInWords(theme)}
              <small>{words[theme]}</small>
            </span>
          </span>
        </label>
      ))}
    </fieldset>
  )
}
