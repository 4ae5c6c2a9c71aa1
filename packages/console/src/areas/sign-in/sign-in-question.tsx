import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { SecondStep as SecondStepDue } from '../../session/factors/factor-calls.ts'
import { tellOtherTabs } from '../../session/other-tabs.ts'
import { sessionKey, signIn } from '../../session/session-calls.ts'
import { endedSession } from '../../session/signed-in-fetch.ts'
import { useSignOut } from '../../session/sign-out.ts'
import { useSession } from '../../session/session.tsx'
import { Button } from '../../design/button.tsx'
import { TextField } from '../../design/text-field.tsx'
import { Note } from '../../design/note.tsx'
import { Skeleton } from '../../design/skeleton.tsx'
import { useForm } from '../../design/use-form.ts'
import { CoveringDialog } from './covering-dialog.tsx'
import { PasskeyButton } from './passkey-button.tsx'
import { ProviderLinks } from './provider-links.tsx'
import { SecondStep } from './second-step.tsx'
import styles from './sign-in-again.module.css'
import { domainIn, waysInFor } from './ways-in.ts'

/** What is asked when the session has ended. */
export function SignInQuestion() {
  const { user, organisation } = useSession()
  const [password, setPassword] = useState('')
  const queries = useQueryClient()
  const leave = useSignOut()
  const [step, setStep] = useState<SecondStepDue>()
  const email = user.email ?? ''
  const found = useQuery(waysInFor(domainIn(email)))
  const { providers, password: hasPassword } = found.data ?? { providers: [], password: true }
  const [wantsPassword, setWantsPassword] = useState(false)
  const asksPassword = wantsPassword || hasPassword || providers.length === 0
  const goOn = async () => {
    endedSession.settle(true)
    tellOtherTabs()
    await queries.invalidateQueries({ queryKey: sessionKey })
  }
  const form = useForm(async () => {
    const done = await signIn({ email, password, organisationId: organisation.id })
    if ('ticket' in done) setStep(done)
    else await goOn()
  })
  if (step) {
    return (
      <CoveringDialog key="second" label="Your session has ended">
        <div className={styles.form}>
          <h2>Your second factor</h2>
          <SecondStep step={step} verb="Sign in and continue" onDone={goOn} />
        </div>
      </CoveringDialog>
    )
  }
  return (
    <CoveringDialog key="first" label="Your session has ended">
      <form className={styles.form} onSubmit={form.onSubmit} noValidate>
        <div>
          <h2>Your session has ended</h2>
          <p className={styles.lead}>
            Sign in again to continue. This page stays as it is, with everything you have typed.
          </p>
        </div>
        {found.isPending ? (
          <Skeleton rows={2} />
        ) : (
          <>
            {form.problem && <Note tone="bad">{form.problem}</Note>}
            <TextField label="E-mail" value={email} autoComplete="username" readOnly disabled />
            {asksPassword && (
              <TextField
                label="Password"
                error={form.faults.get('password')}
                type="password"
                autoComplete="current-password"
                autoFocus
                value={password}
                onChange={setPassword}
              />
            )}
            {providers.length > 0 && (
              <>
                <ProviderLinks providers={providers} email={email} isOnlyWay={!asksPassword} isBeside />
                <p className={styles.lead}>
                  The provider opens in a new tab. Once you are signed in there, close it and come back to
                  this one.
                </p>
              </>
            )}
            <PasskeyButton onDone={goOn} />
            {!asksPassword && (
              <Button look="quiet" onClick={() => setWantsPassword(true)}>
                Use a password
              </Button>
            )}
          </>
        )}
        <div className={styles.foot}>
          <Button look="quiet" onClick={() => void leave()}>
            Leave this page
          </Button>
          {asksPassword && (
            <Button type="submit" look="primary" disabled={form.isBusy}>
              Sign in and continue
            </Button>
          )}
        </div>
      </form>
    </CoveringDialog>
  )
}
