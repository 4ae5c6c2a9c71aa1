import { type Kinds, kinds, type Stored } from '@svc/model'
import type { Change } from '../../store/change.ts'
import { findScimPerson, type ScimPerson, scimPeopleNamed } from '../../store/queries/scim-people.ts'
import { isDirectoryOf } from '../../store/queries/scim-tokens.ts'
import { memberWith } from '../identity/members.ts'
import { folded } from './conditions.ts'

type User = Stored<Kinds['user']>

/** Somebody whom a directory has, or has deleted. */
export interface InDirectory {
  readonly user: User
  /** Whether its people sign in through the provider that is asked about. */
  readonly isOfProvider: boolean
}

interface Sought {
  readonly providerId: string
  readonly email: string | null
}

/** Who signs in is found by the user name, too: it need not be the address that they are written to. */
export async function personInDirectory(
  change: Change,
  { providerId, email }: Sought,
): Promise<InDirectory | undefined> {
  if (email === null) return undefined
  const person = await personCalled(change, email)
  const stored = person && (await change.find(kinds.user, person.userId))
  if (!stored) return undefined
  const isOfProvider =
    person.goneAt === null && (await change.run(isDirectoryOf, change.partitionId, providerId))
  return { user: stored.record as User, isOfProvider }
}

/** A member with this very address comes first; else whoever has it as a user name, or had it last. */
async function personCalled(change: Change, email: string): Promise<ScimPerson | undefined> {
  const { partitionId } = change
  const member = await memberWith(change, email)
  if (member) return change.run(findScimPerson, partitionId, member.id)
  const [named] = await change.run(scimPeopleNamed, partitionId, folded(email))
  return named
}
