import type { ReactNode } from 'react'
import { Stat, Stats } from '../../../design/chart/stat.tsx'
import { Note } from '../../../design/note.tsx'
import { When } from '../../../words/when.tsx'
import { type ScimStatus, type Verdict, verdictOn } from './calls.ts'

/** The answer first, then the figures behind it. */
export function InStep({ status }: { readonly status: ScimStatus }) {
  const { people, activePeople, groups, calls } = status
  const verdict = verdictOn(calls, Date.now())
  return (
    <>
      <Note tone={tones[verdict.is]}>{inWords(verdict)}</Note>
      <Stats>
        <Stat label="People managed" value={people} hint={activeInWords(people, activePeople)} />
        <Stat label="Groups managed" value={groups} />
        <Stat label="Last call" value={<When at={calls[0]?.at} />} hint={calls[0]?.tokenName} />
      </Stats>
    </>
  )
}

const tones = { unknown: 'info', refused: 'warn', quiet: 'info', 'in step': 'good' } as const

function inWords(verdict: Verdict): ReactNode {
  switch (verdict.is) {
    case 'unknown':
      return 'No calls yet. Start provisioning in the directory, or run its connection test. Calls with a wrong token do not appear here, because svc cannot tell whose they are.'
    case 'refused':
      return (
        <>
          svc refused{' '}
          {verdict.refused === verdict.of
            ? lastOnes(verdict.of)
            : `${verdict.refused} of the last ${callsInWords(verdict.of)}`}
          , the latest <When at={verdict.lastAt} />. The reasons are below.
        </>
      )
    case 'quiet':
      return (
        <>
          No calls since <When at={verdict.lastAt} />; all before that were accepted. Microsoft Entra ID calls
          every 40 minutes, other directories when something changes there.
        </>
      )
    case 'in step':
      return (
        <>
          svc accepted {lastOnes(verdict.of)}, the latest <When at={verdict.lastAt} />.
        </>
      )
  }
}

const lastOnes = (count: number): string =>
  count === 1 ? 'the last call' : `the last ${callsInWords(count)}`

const callsInWords = (count: number): string => (count === 1 ? 'one call' : `${count} calls`)

function activeInWords(people: number, active: number): string | undefined {
  if (people === 0) return undefined
  return active === people ? 'all of them active' : `${active} active, ${people - active} deactivated`
}
