import { CSPProvider } from '@base-ui/react/csp-provider'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { lazy, Suspense, useEffect } from 'react'
import { withBasePath } from '../session/base-path.ts'
import { onOtherTab, tellOtherTabs } from '../session/other-tabs.ts'
import { personKey, readSession, sessionKey } from '../session/session-calls.ts'
import { endedSession } from '../session/signed-in-fetch.ts'
import { Problem } from '../design/problem.tsx'
import { EntryPage } from '../areas/sign-in/entry-page.tsx'
import { ConfirmIdentity } from '../areas/sign-in/confirm-identity.tsx'
import { SignInAgain } from '../areas/sign-in/sign-in-again.tsx'
import { isSignedOut } from '../session/sign-out.ts'
import { ModeProvider } from '../session/mode.tsx'
import { AreaPartsProvider } from '../values/area-parts.ts'
import { areaParts } from './areas.ts'
import { router } from './router.ts'
import { Toasts } from '../design/toast.tsx'
import { SessionProvider } from '../session/session.tsx'

// Whoever is signed in needs none of these.
const EnrolPage = lazy(async () => ({ default: (await import('../areas/sign-in/enrol-page.tsx')).EnrolPage }))
const LinkPage = lazy(async () => ({ default: (await import('../areas/sign-in/link-page.tsx')).LinkPage }))
const SignInPage = lazy(async () => ({
  default: (await import('../areas/sign-in/sign-in-page.tsx')).SignInPage,
}))

const isSignInPage = (): boolean => window.location.pathname === withBasePath('/sign-in')

/** The first page that anybody sees comes in parts. */
export const App = () => (
  <Suspense>
    <Entered />
  </Suspense>
)

/** Whoever is not signed in gets the sign-in page at any address; afterwards they are where they wanted to go. */
function Entered() {
  const queries = useQueryClient()
  const session = useQuery({
    queryKey: sessionKey,
    queryFn: () => readSession(queries),
    refetchOnWindowFocus: 'always',
  })
  useEffect(() => onOtherTab(() => void queries.invalidateQueries({ queryKey: sessionKey })), [queries])
  const link = window.location.hash.slice(1)
  const isEntryLink = /^svc_link_/.test(link)
  const enter = () => {
    // Requests that waited for the previous person are none of theirs.
    endedSession.settle(false)
    if (isEntryLink || isSignInPage()) window.history.replaceState(null, '', withBasePath('/'))
    tellOtherTabs()
    return queries.invalidateQueries({ queryKey: sessionKey })
  }
  if (isEntryLink) return <LinkPage link={link} onDone={enter} />
  if (session.isPending) return null
  if (!session.data && !isSignedOut(session.error)) {
    return (
      <EntryPage title="svc is not responding">
        <Problem error={session.error ?? new Error('No response.')} onRetry={() => void session.refetch()} />
      </EntryPage>
    )
  }
  if (!session.data) return <SignInPage onDone={enter} />
  if (session.data.mustAddFactor) {
    return (
      <SessionProvider session={session.data}>
        <EnrolPage onDone={enter} />
        <ConfirmIdentity />
      </SessionProvider>
    )
  }
  return (
    <CSPProvider disableStyleElements>
      <SessionProvider key={personKey(session.data)} session={session.data}>
        <ModeProvider>
          <Toasts>
            <AreaPartsProvider value={areaParts}>
              <RouterProvider router={router} />
            </AreaPartsProvider>
          </Toasts>
        </ModeProvider>
        <SignInAgain />
        <ConfirmIdentity />
      </SessionProvider>
    </CSPProvider>
  )
}
