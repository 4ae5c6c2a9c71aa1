import { effectiveScopes, expandScopes, type Scope } from '@svc/model'
import { useState } from 'react'
import { Card } from '../../design/card.tsx'
import { PageHead } from '../../design/page-head.tsx'
import { decideAuthorization } from '../../session/program-calls.ts'
import { useSession } from '../../session/session.tsx'
import { DecisionCard } from './decision-card.tsx'

/** Where a program on this machine sends its browser; the server has checked the query before it sent this page. */
export function ConsentPage() {
  const { role } = useSession()
  const { mode, ...query } = Object.fromEntries(new URLSearchParams(window.location.search))
  const [isDone, setDone] = useState(false)
  const asked = (query.scope ?? 'read').split(' ').filter(Boolean) as Scope[]
  return (
    <>
      <PageHead title="Sign in a program" />
      {isDone ? (
        <Card title="Back to the program">
          <p>You can close this page.</p>
        </Card>
      ) : (
        <DecisionCard
          program="the svc command on this machine"
          from={`This computer, where it waits for your answer at ${hostOf(query.redirect_uri)}`}
          asked={expandScopes(asked)}
          grantable={effectiveScopes(asked, role)}
          mode={mode === 'test' ? 'test' : 'live'}
          onDecide={async (decision) => {
            const { redirectTo } = await decideAuthorization(query, decision)
            setDone(true)
            window.location.assign(redirectTo)
          }}
        />
      )}
    </>
  )
}

const hostOf = (address: string | undefined): string =>
  address && URL.canParse(address) ? new URL(address).host : 'an unknown address'
