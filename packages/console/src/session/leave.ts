import { CatalogError } from '@svc/model'
import { useQueryClient } from '@tanstack/react-query'
import { tellOtherTabs } from './session-news.ts'
import { forgetAnswers, type Leaving, sessionKey, signOut } from './session-calls.ts'
import { endedSession } from './signed-in-fetch.ts'
import { tellTrouble } from '../design/toast.tsx'

/** Signs out, here or everywhere, and forgets what was shown and typed: the next one in may be somebody else. */
export function useLeave(): (given?: Leaving) => Promise<void> {
  const queries = useQueryClient()
  return async (given = {}) => {
    try {
      await signOut(given)
    } catch (error) {
      // Whoever is not in any more is out already; anyone else must know that they are still in.
      if (!isSignedOut(error)) return tellTrouble('You are still signed in', error as Error)
    }
    endedSession.settle(false)
    sessionStorage.clear()
    forgetAnswers(queries)
    tellOtherTabs()
    await queries.resetQueries({ queryKey: sessionKey })
  }
}

export const isSignedOut = (error: unknown): boolean =>
  error instanceof CatalogError && error.code === 'unauthenticated'
