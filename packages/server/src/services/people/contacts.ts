import { CatalogError, type Contact, contactFault, invalid, type Kinds, kinds, type Stored } from '@svc/model'
import type { Change } from '../../store/change.ts'
import type { StoredRecord } from '../../store/table.ts'
import { type Caller, notFound } from '../context.ts'
import { changeMember } from '../identity/members.ts'
import { checkPrecondition, type Precondition } from '../records/records.ts'

interface NewContacts extends Precondition {
  readonly uid: string
  readonly contacts: readonly Contact[] | undefined
}

/** Replaces the ways to reach a member: people change their own, admins anybody’s. */
export async function setContacts(
  change: Change,
  caller: Caller,
  { uid, contacts, ifMatch }: NewContacts,
): Promise<StoredRecord> {
  const stored = await change.find(kinds.user, uid)
  if (!stored) throw notFound(kinds.user, uid)
  const isSelf = caller.actor.type === 'user' && caller.actor.id === uid
  if (!isSelf && !caller.scopes.includes('admin'))
    throw new CatalogError(
      'forbidden',
      'Members change how they themselves are reached; for others this needs the scope admin.',
    )
  if (contacts === undefined) throw invalid('contacts', 'is required: a list, which may be empty')
  const fault = contactFault(contacts)
  if (fault) throw invalid(`contacts/${fault.part}`, fault.about)
  checkPrecondition(change, stored, ifMatch)
  await changeMember(change, stored.record as Stored<Kinds['user']>, { contacts })
  return (await change.find(kinds.user, uid)) ?? stored
}
