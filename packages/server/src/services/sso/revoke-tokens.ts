import { type Kinds, kinds, type Stored } from '@svc/model'
import type { Change } from '../../store/change.ts'
import { endGrants } from '../../store/queries/program-grants.ts'
import { domainPolicies } from '../../store/queries/sso-policy.ts'
import { slicesOf } from '../../store/records.ts'
import { revokeTokens } from '../identity/own-tokens.ts'
import { decidingDomain, doorFor } from './enforcement.ts'
import type { SsoSettings } from './requirement.ts'
import { policyOf } from './settings-policy.ts'

type User = Stored<Kinds['user']>

const atOnce = { limit: 500, bytes: 1_000_000 }

/** Revokes the personal tokens, and signs out the programs, of everybody who must sign in through a provider from now on. */
export async function revokeShutOutTokens(change: Change, settings: SsoSettings): Promise<void> {
  const domains = await change.run(domainPolicies, change.partitionId)
  const isShutOut = ({ id, email }: User): boolean =>
    doorFor(policyOf(settings, domains.get(decidingDomain(email)) ?? null), id) === 'closed'
  for await (const slice of slicesOf(change, kinds.user, { where: [], fields: ['email'], ...atOnce })) {
    const users = slice.map(({ record }) => record as User)
    for (const { id } of users.filter(isShutOut)) {
      await revokeTokens(change, id)
      await endGrants(change, { userId: id })
    }
  }
}
