import type { Mode, Scope } from '@svc/model'
import { useState } from 'react'
import { Button } from '../../design/button.tsx'
import { Card } from '../../design/card.tsx'
import parts from '../../design/parts.module.css'
import { Problem } from '../../design/problem.tsx'
import type { Decision } from '../../session/program-calls.ts'

interface DecisionCardProps {
  readonly program: string
  /** Where it asks from, as far as that is known. */
  readonly agent?: string | null
  readonly address?: string | null
  readonly scopes: readonly Scope[]
  readonly mode: Mode
  readonly onDecide: (decision: Decision) => Promise<unknown>
}

/** What a program asks for, in words, and the click that allows or refuses it. */
export function DecisionCard({ program, agent, address, scopes, mode: asked, onDecide }: DecisionCardProps) {
  const [mode, setMode] = useState(asked)
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
      <p>
        It may {scopes.join(', ')} on {mode} data, until you end it in your account.
      </p>
      {(agent || address) && (
        <p className={parts.faint}>
          Asked by {agent || 'a program without a name'} from {address ?? 'an unknown place'}.
        </p>
      )}
      <p>Continue only if you have just started this yourself. Nobody from svc ever asks you to.</p>
      {trouble && <Problem error={trouble} />}
      <div className={parts.row}>
        <Button look="primary" disabled={isBusy} onClick={() => void decide('approve')}>
          Allow
        </Button>
        <Button disabled={isBusy} onClick={() => void decide('deny')}>
          Refuse
        </Button>
        <Button look="quiet" disabled={isBusy} onClick={() => setMode(mode === 'live' ? 'test' : 'live')}>
          Use {mode === 'live' ? 'test' : 'live'} data instead
        </Button>
      </div>
    </Card>
  )
}
