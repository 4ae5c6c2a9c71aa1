import { keyInWords } from '@svc/model'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { buttonClass } from '../../../design/button.tsx'
import { Card } from '../../../design/card.tsx'
import { Note } from '../../../design/note.tsx'
import { Problem } from '../../../design/problem.tsx'
import parts from '../../../design/parts.module.css'
import { When } from '../../../words/when.tsx'
import type { Provider } from './providers-page.tsx'
import styles from './providers.module.css'
import { readTrial, type Trial, trialAddress, trialMark } from './trial-calls.ts'

/** Signs in for trial: what the provider says, and what svc would make of it. */
export function SignInTrial({ id, protocol }: Pick<Provider, 'id' | 'protocol'>) {
  const found = useQuery({ queryKey: ['sign-in-trial', id], queryFn: () => readTrial({ id, protocol }) })
  const trial = found.data
  const frame = useRef<HTMLDivElement>(null)
  // Whoever is back from the provider wants to see the result, which is far down the page.
  const isBack = trial !== undefined && window.location.hash === `#${trialMark}`
  useEffect(() => {
    if (isBack) frame.current?.scrollIntoView({ block: 'center' })
  }, [isBack])
  return (
    <Card
      title="Try a sign-in"
      actions={
        <a className={buttonClass('secondary')} href={trialAddress({ id, protocol })}>
          {trial ? 'Try again' : 'Try it'}
        </a>
      }
    >
      <div ref={frame} className={parts.stack}>
        {found.isError && <Problem error={found.error} onRetry={() => void found.refetch()} />}
        {trial ? (
          <Result trial={trial} named={protocol === 'oidc' ? 'claims' : 'attributes'} />
        ) : (
          <p className={parts.soft}>
            Sign in at the provider, as yourself or as somebody else, to see what it says about the person and
            what svc would do. You stay signed in here, and nobody is created, linked or changed.
          </p>
        )}
      </div>
    </Card>
  )
}

function Result({ trial, named }: { readonly trial: Trial; readonly named: string }) {
  const { person, claims, outcome } = trial
  return (
    <>
      <Note tone={outcome === 'refused' ? 'bad' : 'good'}>{verdict(trial)}</Note>
      {person && (
        <dl className={styles.values}>
          <Fact name="Identifier" value={person.subject} />
          <Fact
            name="E-mail"
            value={person.email && `${person.email} (${verificationInWords(person.isEmailVerified)})`}
          />
          <Fact name="Name" value={person.name} />
          <Fact name="Role" value={trial.member?.role && keyInWords(trial.member.role)} />
          <Fact name="Teams" value={trial.member && trial.teams.join(', ')} none="none from group mappings" />
          <Fact
            name="Groups"
            value={person.groups?.join(', ')}
            none={person.groups ? 'none' : 'unknown, because the provider does not say'}
          />
        </dl>
      )}
      {Object.keys(claims).length > 0 && (
        <details>
          <summary>The {named} as received</summary>
          <dl className={styles.values}>
            {Object.entries(claims).map(([name, value]) => (
              <Fact key={name} name={name} value={inText(value)} isCode />
            ))}
          </dl>
        </details>
      )}
      <p className={parts.faint}>
        Tried <When at={trial.at} />. Shown for ten minutes, in this session only.
      </p>
    </>
  )
}

interface FactProps {
  readonly name: string
  readonly value: string | null | undefined
  readonly none?: string
  readonly isCode?: boolean
}

const Fact = ({ name, value, none = '–', isCode = false }: FactProps) => (
  <>
    <dt>{name}</dt>
    <dd className={isCode ? parts.code : undefined}>{value || none}</dd>
  </>
)

function verdict({ outcome, reason, member }: Trial): string {
  const who = member?.displayName ?? member?.email ?? 'somebody'
  switch (outcome) {
    case 'recognised':
      return `They would be signed in as ${who}, who is already linked to this provider.`
    case 'linked':
      return `They would be signed in as ${who} and linked to this provider. Unless they have break-glass access, their password and passkeys would stop working.`
    case 'created':
      return `They would become a new member: ${who}.`
    case 'refused':
      return `They would be refused. ${reason ?? ''}`
  }
}

const verificationInWords = (isVerified: boolean | null): string =>
  isVerified === null
    ? 'the provider does not say whether it is verified'
    : isVerified
      ? 'verified'
      : 'not verified'

const inText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))
