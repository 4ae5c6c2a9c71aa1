import { useState } from 'react'
import { type SignedIn, signIn } from '../../session/session-calls.ts'
import { Button } from '../../design/button.tsx'
import { TextField } from '../../design/text-field.tsx'
import { Note } from '../../design/note.tsx'
import { useForm } from '../../design/use-form.ts'
import { EntryPage } from './entry-page.tsx'
import styles from './entry.module.css'
import { ProviderLinks } from './provider-links.tsx'

type Choice = Extract<SignedIn, { organisations: unknown }>['organisations']

export function SignInPage({ onDone, notice }: { readonly onDone: () => void; readonly notice?: string }) {
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const [choice, setChoice] = useState<Choice>()

  const enter = async (organisationId?: string) => {
    const done = await signIn({ email, password, ...(organisationId && { organisationId }) })
    if ('signedIn' in done) onDone()
    else setChoice(done.organisations)
  }
  const [chosen, setChosen] = useState<string>()
  const form = useForm(() => enter())
  const choosing = useForm(() => enter(chosen))

  if (choice) {
    return (
      <EntryPage title="Which organisation?" lead={`${email} is a member of several.`}>
        {choosing.problem && <Note tone="bad">{choosing.problem}</Note>}
        <form className={styles.choices} onSubmit={choosing.onSubmit}>
          {choice.map(({ id, name }) => (
            <Button key={id} type="submit" disabled={choosing.isBusy} onClick={() => setChosen(id)}>
              {name}
            </Button>
          ))}
        </form>
      </EntryPage>
    )
  }
  return (
    <EntryPage title="Sign in">
      <form className={styles.form} onSubmit={form.onSubmit} noValidate>
        {notice && !form.problem && <Note tone="info">{notice}</Note>}
        {form.problem && <Note tone="bad">{form.problem}</Note>}
        <TextField
          label="E-mail"
          error={form.faults.get('email')}
          type="email"
          autoComplete="username"
          value={email}
          onChange={setEmail}
        />
        <TextField
          label="Password"
          error={form.faults.get('password')}
          type="password"
          autoComplete="current-password"
          value={password}
          onChange={setPassword}
        />
        <Button type="submit" look="primary" disabled={form.isBusy}>
          Sign in
        </Button>
      </form>
      <ProviderLinks email={email} />
    </EntryPage>
  )
}
