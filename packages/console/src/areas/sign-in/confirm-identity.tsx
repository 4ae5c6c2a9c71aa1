import { lazy, Suspense, useSyncExternalStore } from 'react'
import { staleProof } from '../../session/signed-in-fetch.ts'

const Question = lazy(async () => ({ default: (await import('./identity-question.tsx')).IdentityQuestion }))

/** Asks who is there before something sensitive is changed; the request that was refused continues afterwards. */
export function ConfirmIdentity() {
  const isWaited = useSyncExternalStore(staleProof.subscribe, staleProof.hasWaiting)
  return (
    isWaited && (
      <Suspense>
        <Question />
      </Suspense>
    )
  )
}
