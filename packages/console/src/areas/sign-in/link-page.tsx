import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { withBasePath } from '../../session/base-path.ts'
import { enter, type Link, readLink } from '../../session/session-calls.ts'
import { Button } from '../../design/button.tsx'
import { TextField } from '../../design/text-field.tsx'
import { Note } from '../../design/note.tsx'
import { useFirstFocus } from '../../design/use-first-focus.ts'
import { useForm } from '../../design/use-form.ts'
import type { SecondStep as SecondStepDue } from '../../session/factors/factor-calls.ts'
import { EntryPage } from './entry-page.tsx'
import { SecondStep } from './second-step.tsx'
import styles from './entry.module.css'

/** The target of one-time links. Their secret comes after the #, so that it never reaches a server or a log. */
export function LinkPage({ link, onDone }: { readonly link: string; readonly onDone: () => void }) {
  const found = useQuery({
    queryKey: ['link', link],
    queryFn: () => readLink(link),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const [token, setToken] = useState<string>()
  const [step, setStep] = useState<SecondStepDue>()
  if (step) {
    return (
      <EntryPage title="Your second factor" lead="Your password has changed. It alone does not sign you in.">
        <SecondStep step={step} onDone={onDone} />
      </EntryPage>
    )
  }
  if (token) return <TokenShown token={token} onDone={onDone} />
  if (found.isError) {
    return (
      <EntryPage title="This link doesn’t work">
        <Note tone="bad">{found.error.message}</Note>
        <a href={withBasePath('/')}>Go to sign-in</a>
      </EntryPage>
    )
  }
  if (!found.data) return null
  return (
    <ChoosePassword
      link={link}
      about={found.data}
      onSecondStep={setStep}
      onDone={(entered) => (entered ? setToken(entered) : onDone())}
    />
  )
}

interface ChooseProps {
  readonly link: string
  readonly about: Link
  readonly onSecondStep: (step: SecondStepDue) => void
  readonly onDone: (token: string | null) => void
}

function ChoosePassword({ link, about, onSecondStep, onDone }: ChooseProps) {
  const isSetup = about.purpose === 'setup'
  const isReset = about.purpose === 'reset'
  const frame = useFirstFocus<HTMLFormElement>()
  const [organisationName, setOrganisationName] = useState('')
  const [displayName, setDisplayName] = useState(about.displayName ?? '')
  const [email, setEmail] = useState(isSetup && !isMadeUp(about.email) ? (about.email ?? '') : '')
  const [password, setPassword] = useState('')
  const form = useForm(async () => {
    const made = await enter({
      link,
      password,
      ...(displayName.trim() && { displayName }),
      ...(isSetup && organisationName.trim() && { organisationName }),
      ...(isSetup && email.trim() && { email: email.trim() }),
    })
    if ('ticket' in made) onSecondStep(made)
    else onDone(made.token)
  })
  return (
    <EntryPage
      title={
        isSetup
          ? 'Welcome to svc'
          : isReset
            ? `A new password for ${about.organisationName}`
            : `Join ${about.organisationName}`
      }
      lead={
        isSetup
          ? 'Name your organisation and choose a password for its owner.'
          : 'Choose a password to sign in with.'
      }
    >
      <form ref={frame} className={styles.form} onSubmit={form.onSubmit} noValidate>
        {form.problem && <Note tone="bad">{form.problem}</Note>}
        {isSetup && (
          <TextField
            label="Organisation"
            error={form.faults.get('organisationName')}
            value={organisationName}
            placeholder={about.organisationName}
            autoComplete="organization"
            onChange={setOrganisationName}
          />
        )}
        <TextField
          label="Your name"
          error={form.faults.get('displayName')}
          value={displayName}
          autoComplete="name"
          onChange={setDisplayName}
        />
        {isSetup ? (
          <TextField
            label="E-mail"
            hint="You sign in with it, and colleagues see it."
            error={form.faults.get('email')}
            type="email"
            value={email}
            placeholder={about.email ?? undefined}
            autoComplete="username"
            onChange={setEmail}
          />
        ) : (
          <TextField label="E-mail" value={about.email ?? ''} autoComplete="username" readOnly disabled />
        )}
        <TextField
          label="Password"
          hint="At least 10 characters; several words are better than one."
          error={form.faults.get('password')}
          type="password"
          value={password}
          autoComplete="new-password"
          onChange={setPassword}
        />
        <Button type="submit" look="primary" disabled={form.isBusy}>
          {isSetup ? 'Set up' : isReset ? 'Sign in' : 'Join'}
        </Button>
      </form>
    </EntryPage>
  )
}

/** The first start does not know who sets svc up: nobody has an address under example.com. */
const isMadeUp = (email: string | null): boolean => email === null || email.endsWith('@example.com')

function TokenShown({ token, onDone }: { readonly token: string; readonly onDone: () => void }) {
  const [isCopied, setCopied] = useState(false)
  return (
    <EntryPage
      title="Your first token"
      lead="For the API, the Terraform provider and the svc command. It is shown only once: store it where you store passwords."
    >
      <p className={styles.secret}>{token}</p>
      <Button
        onClick={() => {
          void navigator.clipboard.writeText(token).then(() => setCopied(true))
        }}
      >
        {isCopied ? 'Copied' : 'Copy'}
      </Button>
      <Button look="primary" onClick={onDone}>
        Open the console
      </Button>
    </EntryPage>
  )
}
