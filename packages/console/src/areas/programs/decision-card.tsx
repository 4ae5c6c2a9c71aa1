import type { Mode, Scope } from '@svc/model'
import { type ReactNode, useState } from 'react'
import { Button } from '../../design/button.tsx'
import { Card } from '../../design/card.tsx'
import { Note } from '../../design/note.tsx'
import parts from '../../design/parts.module.css'
import { Problem } from '../../design/problem.tsx'
import type { Decision } from '../../session/program-calls.ts'
import { useSession } from '../../session/session.tsx'
import { scopeWords } from '../../words/scope-words.ts'
import styles from './programs.module.css'

interface DecisionCardProps {
  readonly program: string
  /** Where it asks from, as far as that is known. */
  readonly from: ReactNode
  /** All that it asks for. */
  readonly asked: readonly Scope[]
  /** What of it the person may do themselves. */
  readonly grantable: readonly Scope[]
  readonly mode: Mode
  readonly onDecide: (decision: Decision) => Promise<unknown>
}

/** What a program asks for, in words, and the click that allows or refuses it. */
export function DecisionCard(props: DecisionCardProps) {
  const { program, from, asked, grantable, onDecide } = props
  const { user, role, organisation } = useSession()
  const [mode, setMode] = useState(props.mode)
  const [isBusy, setBusy] = useState(false)
  const [trouble, setTrouble] = useState<Error>()
  const decide = async (decision: Decision['decision']) => {
    setBusy(true)
    setTrouble(undefined)
    await onDecide({ decision, mode }).catch(setTrouble)
    setBusy(false)
  }
  return (
    <Card title={`Let ${program} act for you?`}>
      <div className={parts.stack}>
        <dl className={styles.facts}>
          <dt>It may</dt>
          <dd>
            {grantable.length === 0 ? (
              'Nothing: your role allows none of what it asks for.'
            ) : (
              <ul>
                {grantable.map((scope) => (
                  <li key={scope}>
                    {scopeWords[scope]} <span className={parts.code}>{scope}</span>
                  </li>
                ))}
              </ul>
            )}
          </dd>
          <dt>Data</dt>
          <dd>{mode === 'live' ? 'Live data' : 'Test data, which nothing real depends on'}</dd>
          <dt>As</dt>
          <dd>
            {user.displayName ?? user.email}, {role} of {organisation.name}
          </dd>
          <dt>Request from</dt>
          <dd>{from}</dd>
          <dt>Ends</dt>
          <dd>When you end it in your account, after 30 days without use, or after 90 days at the latest</dd>
        </dl>
        <Withheld scopes={asked.filter((scope) => !grantable.includes(scope))} />
        <Note tone="warn">
          Allow this only if you have just started the sign-in yourself. If somebody sent you here, refuse.
        </Note>
        {trouble && <Problem error={trouble} />}
        <div className={parts.row}>
          <Button
            look="primary"
            disabled={isBusy || grantable.length === 0}
            onClick={() => void decide('approve')}
          >
            Allow
          </Button>
          <Button disabled={isBusy} onClick={() => void decide('deny')}>
            Refuse
          </Button>
          <Button look="quiet" disabled={isBusy} onClick={() => setMode(mode === 'live' ? 'test' : 'live')}>
            Use {mode === 'live' ? 'test' : 'live'} data instead
          </Button>
        </div>
      </div>
    </Card>
  )
}

function Withheld({ scopes }: { readonly scopes: readonly Scope[] }) {
  if (scopes.length === 0) return null
  return (
    <p className={parts.soft}>
      It also asks for {scopes.join(', ')}, which it will not get because your role does not allow it.
    </p>
  )
}
