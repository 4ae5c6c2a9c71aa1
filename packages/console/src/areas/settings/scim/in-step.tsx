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
      return 'Nothing received yet. Start provisioning at the directory, or use its test. A call with a wrong token is not shown here, because svc cannot tell whose it is.'
    case 'refused':
      return (
        <>
          {verdict.refused === verdict.of
            ? `svc refused ${callsInWords(verdict.refused)}, which is all that came lately`
            : `svc refused ${verdict.refused} of the last ${callsInWords(verdict.of)}`}
          , the latest <When at={verdict.lastAt} />. The reasons are below.
        </>
      )
    case 'quiet':
      return (
        <>
          No call since <When at={verdict.lastAt} />; what came before was accepted. Microsoft Entra ID calls
          every 40 minutes, other directories when something changes there.
        </>
      )
    case 'in step':
      return (
        <>
          svc accepted {verdict.of === 1 ? 'the last call' : `all of the last ${callsInWords(verdict.of)}`},
          the latest <When at={verdict.lastAt} />.
        </>
      )
  }
}

const callsInWords = (count: number): string => (count === 1 ? 'one call' : `${count} calls`)

function activeInWords(people: number, active: number): string | undefined {
  if (people === 0) return undefined
  return active === people ? 'all of them active' : `${active} active, ${people - active} deactivated`
}
