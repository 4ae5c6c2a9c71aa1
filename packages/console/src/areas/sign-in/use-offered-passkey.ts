import { useEffect, useEffectEvent, useState } from 'react'
import { canOfferPasskeys } from '../../session/factors/browser-passkeys.ts'
import { offeredPasskey, signInWith } from '../../session/factors/factor-calls.ts'
import { said } from '../../design/trouble.ts'

/** A challenge lasts a little longer. */
const renewalMs = 4 * 60_000

/**
 * Lets the browser offer passkeys among what it fills into the e-mail field; whoever chooses one is signed in. Says why
 * somebody who chose one is not.
 */
export function useOfferedPasskey(onDone: () => unknown): string | undefined {
  const [problem, setProblem] = useState<string>()
  const enter = useEffectEvent(async (answer: object) => {
    try {
      await signInWith(answer)
      await onDone()
    } catch (error) {
      setProblem(said(error))
    }
  })
  useEffect(() => {
    let current = new AbortController()
    const offer = async () => {
      current.abort()
      current = new AbortController()
      const { signal } = current
      if (document.hidden || !(await canOfferPasskeys())) return
      // Whoever dismisses the offer has the button, which says what went wrong.
      const answer = await offeredPasskey(signal).catch(() => undefined)
      if (answer && !signal.aborted) await enter(answer)
    }
    void offer()
    const timer = setInterval(() => void offer(), renewalMs)
    return () => {
      clearInterval(timer)
      current.abort()
    }
  }, [])
  return problem
}
