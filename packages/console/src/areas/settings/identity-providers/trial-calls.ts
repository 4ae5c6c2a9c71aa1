import type { Role, SignInRefusal } from '@svc/model'
import { withBasePath } from '../../../session/base-path.ts'
import { requestSignedIn } from '../../../session/request.ts'
import type { Provider } from './providers-page.tsx'

/** What a sign-in would have led to. */
export interface Trial {
  readonly at: string
  readonly outcome: 'recognised' | 'linked' | 'created' | 'refused'
  readonly code: SignInRefusal | null
  readonly reason: string | null
  readonly member: {
    readonly email: string | null
    readonly displayName: string | null
    readonly role: Role | null
  } | null
  readonly person: {
    readonly subject: string
    readonly email: string | null
    readonly name: string | null
    readonly isEmailVerified: boolean | null
    readonly groups: readonly string[] | null
  } | null
  readonly teams: readonly string[]
  readonly claims: Readonly<Record<string, unknown>>
}

type Tried = Pick<Provider, 'id' | 'protocol'>

const addressOf = ({ id, protocol }: Tried): string => `/auth/${protocol}/${encodeURIComponent(id)}`

export const readTrial = async (provider: Tried): Promise<Trial | null> =>
  (await requestSignedIn<{ readonly trial: Trial | null }>('GET', `${addressOf(provider)}/trial`)).trial

/** Where the result is on the page of a provider. */
export const trialMark = 'trial'

/** Leads to the provider, and back to its page. */
export function trialAddress(provider: Tried): string {
  const query = new URLSearchParams({
    test: '1',
    return: `/settings/identity-providers/${provider.id}#${trialMark}`,
  })
  return withBasePath(`${addressOf(provider)}/start?${query}`)
}
