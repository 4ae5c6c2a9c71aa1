import { type SignInRefusal, signInRefusals } from '@svc/model'
import { withBasePath } from '../../session/base-path.ts'

/** Why an identity provider has sent somebody back without letting them in. */
export function refusalShown(): string | undefined {
  const { pathname, search } = window.location
  const code = pathname === withBasePath('/sign-in') ? new URLSearchParams(search).get('error') : null
  if (code === null) return undefined
  return Object.hasOwn(signInRefusals, code)
    ? signInRefusals[code as SignInRefusal]
    : 'Signing in did not succeed. Try again.'
}
