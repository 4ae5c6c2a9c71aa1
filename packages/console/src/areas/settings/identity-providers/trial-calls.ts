import type { Role, SignInRefusal } from '@svc/model'
import { withBasePath } from '../../../session/base-path.ts'
import { requestSignedIn } from '../../../session/request.ts'

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

export const readTrial = async (id: string): Promise<Trial | null> =>
  (
    await requestSignedIn<{ readonly trial: Trial | null }>(
      'GET',
      `/auth/oidc/${encodeURIComponent(id)}/trial`,
    )
  ).trial

/** Leads to the provider, and back to its page. */
export function trialAddress(id: string): string {
  const query = new URLSearchParams({ test: '1', return: `/settings/identity-providers/${id}` })
  return withBasePath(`/auth/oidc/${encodeURIComponent(id)}/start?${query}`)
}
