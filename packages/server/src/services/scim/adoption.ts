import { domainToASCII } from 'node:url'
import { type Kinds, kinds, type Stored } from '@svc/model'
import type { Change } from '../../store/change.ts'
import { findScimPerson, type ScimPerson } from '../../store/queries/scim-people.ts'
import { domainOf } from '../federation/assertion.ts'
import { memberWith } from '../identity/members.ts'
import type { Document } from './documents.ts'
import { addressOf, asAddress } from './person.ts'
import { taken, takenBy } from './refusal.ts'

type User = Stored<Kinds['user']>

export interface Candidate {
  readonly user: User
  /** What the directory said of them before it deleted them. */
  readonly known: ScimPerson | undefined
}

/**
 * The member whom a new person of the directory already is: by the address or the user name, if the organisation has
 * proved that the domain is its own, or because the directory made or adopted them before: `named` are those whom it
 * called by this user name. Anybody else with that address is somebody whom the directory must not take over.
 */
export async function adopted(
  change: Change,
  document: Document,
  named: readonly ScimPerson[],
): Promise<Candidate | undefined> {
  const addresses = new Set(
    [addressOf(document), asAddress(String(document.userName))].filter(
      (one): one is string => typeof one === 'string',
    ),
  )
  const members = new Map<string, User>()
  for (const address of addresses) {
    const user = await memberWith(change, address)
    if (user) members.set(user.id, user)
  }
  if (members.size > 1)
    throw taken('The user name and the address of this user belong to two different members.')
  const [user] = members.values()
  if (!user) return deletedBefore(change, named)
  const known = await change.run(findScimPerson, change.partitionId, user.id)
  if (known?.goneAt === null)
    throw taken(`The address ${user.email} belongs to another user of the directory.`)
  if (!known && !(await isOfVerifiedDomain(change, user.email ?? '')))
    throw takenBy(
      user,
      `${user.email} is already a member. A directory can take over members only if their domain is a verified domain of the organisation.`,
    )
  return { user, known }
}

async function deletedBefore(change: Change, [known]: readonly ScimPerson[]): Promise<Candidate | undefined> {
  const stored = known && (await change.find(kinds.user, known.userId))
  return stored && { user: stored.record as User, known }
}

export async function isOfVerifiedDomain(change: Change, email: string): Promise<boolean> {
  const domain = domainOf(email)
  if (domainToASCII(domain) !== domain) return false
  const [stored] = await change.list(kinds.ssoDomain, {
    where: [{ field: 'normalizedDomain', is: domain }],
    limit: 1,
  })
  return stored?.record.verificationStatus === 'verified'
}
