import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { withBasePath } from '../../session/base-path.ts'
import {
  proveBy,
  proveByPasskey,
  readWaysToProve,
  type WaysToProve,
} from '../../session/factors/factor-calls.ts'
import { sessionKey } from '../../session/session-calls.ts'
import { useSession } from '../../session/session.tsx'
import { staleProof } from '../../session/signed-in-fetch.ts'
import { Button, buttonClass } from '../../design/button.tsx'
import { Note } from '../../design/note.tsx'
import { Problem } from '../../design/problem.tsx'
import { Skeleton } from '../../design/skeleton.tsx'
import { TextField } from '../../design/text-field.tsx'
import { useForm } from '../../design/use-form.ts'
import { CoveringDialog } from './covering-dialog.tsx'
import styles from './sign-in-again.module.css'

/** What is asked before something sensitive is changed. */
export function IdentityQuestion() {
  const found = useQuery({
    queryKey: ['ways-to-prove'],
    queryFn: readWaysToProve,
    gcTime: 0,
    retry: false,
  })
  const giveUp = () => staleProof.settle(false)
  return (
    <CoveringDialog label="Confirm that it is you" onEscape={giveUp}>
      <div className={styles.form}>
        <div>
          <h2>Confirm that it is you</h2>
          <p className={styles.lead}>
            You signed in a while ago, and this changes who has access. What you have typed stays.
          </p>
        </div>
        {found.isPending && <Skeleton rows={2} />}
        {found.isError && <Problem error={found.error} onRetry={() => void found.refetch()} />}
        {found.data ? <Ways {...found.data} onCancel={giveUp} /> : <Cancel onCancel={giveUp} />}
      </div>
    </CoveringDialog>
  )
}

const Cancel = ({ onCancel }: { onCancel(): void }) => (
  <Button look="quiet" onClick={onCancel}>
    Cancel
  </Button>
)

type Asked = 'password' | 'code'

function Ways({ ways, provider, onCancel }: WaysToProve & { onCancel(): void }) {
  const { user } = useSession()
  const canType: readonly Asked[] = [
    ...(ways.includes('password') ? (['password'] as const) : []),
    ...(ways.includes('totp') || ways.includes('recovery') ? (['code'] as const) : []),
  ]
  const [asked, setAsked] = useState(canType[0])
  const [text, setText] = useState('')
  const form = useForm(async () => {
    await proveBy(asked === 'password' ? { password: text } : { code: text })
    staleProof.settle(true)
  })
  const passkey = useForm(async () => {
    await proveByPasskey()
    staleProof.settle(true)
  })
  const other = canType.find((one) => one !== asked)
  const problem = form.problem ?? passkey.problem ?? passkey.faults.get('passkey')
  if (canType.length === 0 && !ways.includes('passkey'))
    return <AtProvider provider={provider} onCancel={onCancel} />
  return (
    <form className={styles.form} onSubmit={form.onSubmit} noValidate>
      {problem && <Note tone="bad">{problem}</Note>}
      {/* Tells password managers whose password this is. */}
      <input type="text" hidden readOnly autoComplete="username" value={user.email ?? ''} />
      {asked === 'password' && (
        <TextField
          key="password"
          label="Password"
          error={form.faults.get('password')}
          type="password"
          autoComplete="current-password"
          autoFocus
          value={text}
          onChange={setText}
        />
      )}
      {asked === 'code' && (
        <TextField
          key="code"
          label="Code"
          hint="From your authenticator app, or a recovery code."
          error={form.faults.get('code')}
          autoComplete="one-time-code"
          autoFocus
          value={text}
          onChange={setText}
        />
      )}
      {other && (
        <Button
          look="quiet"
          onClick={() => {
            setText('')
            setAsked(other)
          }}
        >
          {other === 'password' ? 'Use your password' : 'Use a code'}
        </Button>
      )}
      {ways.includes('passkey') && (
        <Button disabled={passkey.isBusy} onClick={passkey.onSubmit}>
          Use a passkey
        </Button>
      )}
      <div className={styles.foot}>
        <Cancel onCancel={onCancel} />
        {asked && (
          <Button type="submit" look="primary" disabled={form.isBusy || text === ''}>
            Confirm
          </Button>
        )}
      </div>
    </form>
  )
}

/** Where somebody has neither a password nor a factor here, their provider asks them, beside this page. */
function AtProvider({ provider, onCancel }: Pick<WaysToProve, 'provider'> & { onCancel(): void }) {
  const [isAway, setAway] = useState(false)
  const queries = useQueryClient()
  const goOn = async () => {
    // Somebody else may have signed in there: then nothing of this goes on.
    await queries.invalidateQueries({ queryKey: sessionKey })
    staleProof.settle(true)
  }
  return (
    <>
      <Note tone="info">
        {provider === null
          ? 'There is no way to confirm it here. Sign out and in again.'
          : 'Sign in again at your identity provider. It opens in a new tab: when you are back in svc there, close that tab and continue here.'}
      </Note>
      <div className={styles.foot}>
        <Cancel onCancel={onCancel} />
        {provider !== null && (
          <a
            className={buttonClass(isAway ? 'secondary' : 'primary')}
            href={withBasePath(
              `/auth/${provider.protocol}/${encodeURIComponent(provider.id)}/start?reauthenticate=1`,
            )}
            target="_blank"
            rel="noopener"
            onClick={() => setAway(true)}
          >
            Sign in again
          </a>
        )}
        {isAway && (
          <Button look="primary" onClick={() => void goOn()}>
            Continue
          </Button>
        )}
      </div>
    </>
  )
}
