import { useState } from 'react'
import { AddPasskey } from '../../session/factors/add-passkey.tsx'
import { AddTotp } from '../../session/factors/add-totp.tsx'
import { hasPasskeys } from '../../session/factors/browser-passkeys.ts'
import { RecoveryCodes } from '../../session/factors/recovery-codes.tsx'
import { useSignOut } from '../../session/sign-out.ts'
import { Button } from '../../design/button.tsx'
import { EntryPage } from './entry-page.tsx'
import styles from './entry.module.css'

/** For people whose organisation requires a second factor, until they have one. */
export function EnrolPage({ onDone }: { readonly onDone: () => void }) {
  const [way, setWay] = useState<'app' | 'passkey'>()
  const [codes, setCodes] = useState<readonly string[]>()
  const leave = useSignOut()
  if (codes) {
    return (
      <EntryPage title="Your recovery codes">
        <RecoveryCodes codes={codes} />
        <Button look="primary" onClick={onDone}>
          Open the console
        </Button>
      </EntryPage>
    )
  }
  return (
    <EntryPage
      title="Add a second factor"
      lead="Your organisation requires one in addition to your password. Add it to continue."
    >
      {way === 'app' && <AddTotp onAdded={setCodes} />}
      {way === 'passkey' && <AddPasskey onAdded={(made) => (made ? setCodes(made) : onDone())} />}
      <div className={styles.choices}>
        {way !== 'passkey' && hasPasskeys() && (
          <Button look={way === undefined ? 'primary' : 'secondary'} onClick={() => setWay('passkey')}>
            Use a passkey
          </Button>
        )}
        {way !== 'app' && <Button onClick={() => setWay('app')}>Use an authenticator app</Button>}
        <Button look="quiet" onClick={() => void leave()}>
          Sign out
        </Button>
      </div>
    </EntryPage>
  )
}
