import { lazy, Suspense, useSyncExternalStore } from 'react'
import { endedSession } from '../../session/signed-in-fetch.ts'

const Question = lazy(async () => ({ default: (await import('./sign-in-question.tsx')).SignInQuestion }))

/** Covers the page when the session has ended: what was typed stays, and requests continue afterwards. */
export function SignInAgain() {
  const isWaited = useSyncExternalStore(endedSession.subscribe, endedSession.hasWaiting)
  return (
    isWaited && (
      <Suspense>
        <Question />
      </Suspense>
    )
  )
}
