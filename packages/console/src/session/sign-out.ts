import { CatalogError } from '@svc/model'
import { useQueryClient } from '@tanstack/react-query'
import { tellOtherTabs } from './other-tabs.ts'
import { clearCache, type SignOutOptions, sessionKey, signOut } from './session-calls.ts'
import { endedSession } from './signed-in-fetch.ts'
import { tellTrouble } from '../design/toast.tsx'

/**
 * Signs out, here or everywhere, and clears what was shown and typed: the next person to sign in may be somebody else.
 */
export function useSignOut(): (given?: SignOutOptions) => Promise<void> {
  const queries = useQueryClient()
  return async (given = {}) => {
    let elsewhere: string | undefined
    try {
      elsewhere = (await signOut(given)).endSessionUrl
    } catch (error) {
      // If the session has already ended, that is fine; otherwise they must know that they are still signed in.
      if (!isSignedOut(error)) return tellTrouble('You are still signed in', error as Error)
    }
    endedSession.settle(false)
    sessionStorage.clear()
    clearCache(queries)
    tellOtherTabs()
    // The provider sends them back to the sign-in page.
    if (elsewhere !== undefined) window.location.assign(elsewhere)
    else await queries.resetQueries({ queryKey: sessionKey })
  }
}

export const isSignedOut = (error: unknown): boolean =>
  error instanceof CatalogError && error.code === 'unauthenticated'
