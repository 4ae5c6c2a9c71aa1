import { CatalogError } from '@svc/model'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { SecondStep as SecondStepDue } from '../../session/factors/factor-calls.ts'
import { readWaysIn, type SignedIn, signIn, type WaysIn } from '../../session/session-calls.ts'
import { Button } from '../../design/button.tsx'
import { classes } from '../../design/classes.ts'
import { TextField } from '../../design/text-field.tsx'
import { Note } from '../../design/note.tsx'
import { useFirstFocus } from '../../design/use-first-focus.ts'
import { useForm } from '../../design/use-form.ts'
import { EntryPage } from './entry-page.tsx'
import styles from './entry.module.css'
import { ForgottenPassword } from './forgotten-password.tsx'
import { PasskeyButton } from './passkey-button.tsx'
import { ProviderLinks } from './provider-links.tsx'
import { refusalShown } from './refusal-shown.ts'
import { ResetPage } from './reset-page.tsx'
import { SecondStep } from './second-step.tsx'
import { useOfferedPasskey } from './use-offered-passkey.ts'
import { domainIn, onlyWay, startOf, waysInForAll } from './ways-in.ts'

type Choice = Extract<SignedIn, { organisations: unknown }>['organisations']

/** The address first: it decides whether an identity provider or a password is asked. */
export function SignInPage({ onDone }: { readonly onDone: () => void }) {
  const frame = useFirstFocus<HTMLFormElement>()
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  /** Those of the address that was typed; undefined until somebody has asked to continue. */
  const [ways, setWays] = useState<WaysIn>()
  const [wantsPassword, setWantsPassword] = useState(false)
  const [choice, setChoice] = useState<Choice>()
  const [step, setStep] = useState<SecondStepDue>()
  const [chosen, setChosen] = useState<string>()

  const enter = async (organisationId?: string) => {
    const done = await signIn({ email, password, ...(organisationId && { organisationId }) })
    if ('signedIn' in done) onDone()
    else if ('ticket' in done) setStep(done)
    else setChoice(done.organisations)
  }
  const [isForgotten, setForgotten] = useState(false)
  const form = useForm(async () => {
    if (wantsPassword || ways) return enter()
    const found = await readWaysIn(requireDomain(email))
    const provider = onlyWay(found)
    if (provider) window.location.assign(startOf(provider, email))
    // A password manager has filled in both.
    else if (password !== '') await enter()
    else setWays(found)
  })
  const choosing = useForm(() => enter(chosen))
  const offered = useOfferedPasskey(onDone)

  if (isForgotten) return <ResetPage email={email} onBack={() => setForgotten(false)} />
  if (step) {
    return (
      <EntryPage title="Your second factor" lead={`Signing in as ${email}.`}>
        <SecondStep step={step} onDone={onDone} />
        <Button look="quiet" onClick={() => setStep(undefined)}>
          Start again
        </Button>
      </EntryPage>
    )
  }
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

  const isPasswordClosed = ways !== undefined && !ways.password && ways.providers.length > 0
  const asksPassword = password !== '' || wantsPassword || (ways !== undefined && !isPasswordClosed)
  const trouble = form.problem ?? offered ?? refusalShown()
  return (
    <EntryPage title="Sign in">
      <form ref={frame} className={styles.form} onSubmit={form.onSubmit} noValidate>
        {trouble && <Note tone="bad">{trouble}</Note>}
        <TextField
          label="E-mail"
          error={form.faults.get('email')}
          type="email"
          autoComplete="username webauthn"
          value={email}
          onChange={(text) => {
            setEmail(text)
            setWays(undefined)
          }}
        />
        <PasswordField
          isAsked={asksPassword}
          takesFocus={wantsPassword || ways !== undefined}
          error={form.faults.get('password')}
          value={password}
          onChange={setPassword}
        />
        {(asksPassword || !isPasswordClosed) && (
          <Button type="submit" look="primary" disabled={form.isBusy}>
            {asksPassword ? 'Sign in' : 'Continue'}
          </Button>
        )}
      </form>
      {ways ? (
        <ProviderLinks providers={ways.providers} email={email} isOnlyWay={!asksPassword} />
      ) : (
        <OfferedToAll email={email} />
      )}
      {asksPassword && <ForgottenPassword onAsk={() => setForgotten(true)} />}
      <PasskeyButton onDone={onDone} />
      {!asksPassword && (
        <Button look="quiet" onClick={() => setWantsPassword(true)}>
          Use a password
        </Button>
      )}
    </EntryPage>
  )
}

/** Where there is only one organisation, its providers are no secret. */
function OfferedToAll({ email }: { readonly email: string }) {
  const found = useQuery(waysInForAll)
  return <ProviderLinks providers={found.data?.providers ?? []} email={email} isOnlyWay={false} />
}

interface PasswordFieldProps {
  readonly isAsked: boolean
  readonly takesFocus: boolean
  readonly error: string | undefined
  readonly value: string
  onChange(text: string): void
}

/**
 * It is always there, since password managers fill in only forms that they recognise; what they fill in shows it.
 */
function PasswordField({ isAsked, takesFocus, ...field }: PasswordFieldProps) {
  const frame = useRef<HTMLDivElement>(null)
  const isFocused = isAsked && takesFocus
  useEffect(() => {
    if (isFocused) frame.current?.querySelector('input')?.focus()
  }, [isFocused])
  return (
    <div ref={frame} className={classes(!isAsked && styles.waiting)} aria-hidden={!isAsked || undefined}>
      <TextField
        label="Password"
        type="password"
        autoComplete="current-password"
        tabIndex={isAsked ? undefined : -1}
        {...field}
      />
    </div>
  )
}

function requireDomain(email: string): string {
  const domain = domainIn(email)
  if (domain !== '') return domain
  const fault = { path: 'email', message: 'type your e-mail address, such as ada@example.com' }
  throw new CatalogError('invalid_request', fault.message, { details: [fault] })
}
