import { Link } from '@tanstack/react-router'
import { Fragment } from 'react'
import { Copyable } from '../../../design/copyable.tsx'
import { shownUrl } from '../../../session/base-path.ts'
import { useProviders } from '../identity-providers/providers-page.tsx'
import type { Need } from './settings-words.ts'

/** What to do about something without which SSO cannot be required. */
export function NextStep({ need }: { readonly need: Need }) {
  switch (need) {
    case 'breakGlass':
      return 'Choose at least two below, so that somebody can get in if the provider fails.'
    case 'verifiedDomain':
      return 'Verify one above.'
    case 'recentSignIn':
      return <SignInFirst />
  }
}

/** A trial lets nobody in, so it is not enough; and whoever signs in here and is refused has lost their session. */
function SignInFirst() {
  const { providers } = useProviders()
  const usable = providers?.filter(({ status }) => status !== 'disabled')
  if (!usable) return null
  if (usable.length === 0)
    return (
      <>
        Set one up in <Link to="/settings/identity-providers">Identity providers</Link> first.
      </>
    )
  return (
    <>
      Sign in at one of these addresses, in a private window so that you stay signed in here:
      {usable.map(({ id, name, protocol }) => (
        <Fragment key={id}>
          <div>{name}</div>
          <Copyable
            text={`${shownUrl}/auth/${protocol}/${id}/start`}
            label={`the sign-in address of ${name}`}
          />
        </Fragment>
      ))}
      If you are not let in, <Link to="/settings/identity-providers">the provider’s page</Link> says why, and
      lets you try a sign-in.
    </>
  )
}
