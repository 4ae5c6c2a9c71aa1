import { isDeepStrictEqual } from 'node:util'
import { type Kinds, kinds, type Stored } from '@svc/model'
import type { Change } from '../../store/change.ts'
import {
  findScimPerson,
  type ListedPerson,
  listScimPeople,
  putScimPerson,
  retireScimPerson,
  type ScimPerson,
  scimPeopleNamed,
} from '../../store/queries/scim-people.ts'
import { addToScimCounts } from '../../store/queries/scim-counts.ts'
import { applyGroups } from '../group-mappings/apply-groups.ts'
import { insertNewUser, memberWith } from '../identity/members.ts'
import { userType } from './attributes.ts'
import { conditionFor } from './conditions.ts'
import type { Directory, Paging } from './directory.ts'
import { type Document, readDocument } from './documents.ts'
import { adopted, type Candidate } from './adoption.ts'
import { patched } from './patch.ts'
import { addressOf, asAddress, emailsOf, keysOf, nameOf, userNameOf } from './person.ts'
import {
  changeByDirectory,
  checkUserName,
  refuseProtected,
  refuseStrangeName,
  reportingRefusals,
} from './protected.ts'
import { missing, ScimRefusal, shortened, taken, takenBy } from './refusal.ts'
import { names, personResource, type Resource } from './resources.ts'

type User = Stored<Kinds['user']>

/** Nobody is given more by being in a directory; mappings of groups give more. */
const roleOfNew = 'member'

interface Known {
  readonly person: ScimPerson
  readonly user: User
}

const inHome = <T>(directory: Directory, run: (change: Change) => Promise<T>): Promise<T> => {
  const { store, organisation, actor, now } = directory
  return reportingRefusals(directory, () => store.write({ partitionId: organisation.home, actor, now }, run))
}

const shown = ({ url }: Directory, { person, user }: Known): Resource =>
  personResource(url, { person, isActive: user.isActive, memberUpdatedAt: user.updatedAt })

/** Ids are never longer, and no database takes NUL in a text. */
export const isId = (id: string): boolean => /^\w{1,64}$/.test(id)

async function knownPerson(change: Pick<Change, 'run' | 'find' | 'partitionId'>, id: string): Promise<Known> {
  const person = isId(id) ? await change.run(findScimPerson, change.partitionId, id) : undefined
  const stored = person && person.goneAt === null ? await change.find(kinds.user, id) : undefined
  if (!person || !stored) throw missing('user', id)
  return { person, user: stored.record as User }
}

export async function listPeople(
  directory: Directory,
  { filter, startIndex, count }: Paging,
): Promise<{ readonly total: number; readonly resources: readonly Resource[] }> {
  const { store, organisation, url } = directory
  const where = filter === undefined ? undefined : conditionFor(userType, filter)
  const page = { where, offset: startIndex - 1, limit: count }
  const { total, found } = await store.run(listScimPeople, organisation.home, page)
  return { total, resources: found.map((one: ListedPerson) => personResource(url, one)) }
}

export async function readPerson(directory: Directory, id: string): Promise<Resource> {
  const { store, organisation } = directory
  const records = store.records(organisation.home)
  return shown(directory, await knownPerson({ ...records, run: store.run }, id))
}

export async function createPerson(directory: Directory, body: unknown): Promise<Resource> {
  const document = readDocument(userType, body)
  const userName = userNameOf(document)
  return inHome(directory, async (change) => {
    const named = await refuseTakenName(change, document)
    const candidate = await adopted(change, document, named)
    const user = candidate
      ? await adopt(change, candidate, document)
      : await insertNewUser(change, {
          email: addressOf(document),
          role: roleOfNew,
          name: nameOf(document),
          isDefaultRole: true,
        })
    const isActive = document.active !== false
    const current = isActive || !user.isActive ? user : await changeByDirectory(change, user, { isActive })
    const person: ScimPerson = {
      userId: user.id,
      attributes: document,
      createdAt: change.at,
      updatedAt: change.at,
      goneAt: null,
    }
    await put(change, person, candidate?.known)
    await change.run(addToScimCounts, change.partitionId, {
      people: 1,
      activePeople: current.isActive ? 1 : 0,
    })
    if (candidate)
      await change.log('scim.user_adopted', { kind: kinds.user.name, id: user.id }, null, { userName })
    return shown(directory, { person, user: current })
  })
}

async function adopt(change: Change, { user }: Candidate, document: Document): Promise<User> {
  await refuseStrangeName(change, user, userNameOf(document))
  const changes = changesOf(user, document)
  return Object.keys(changes).length === 0 ? user : changeByDirectory(change, user, changes)
}

/** What changes about the member; nothing if all is so already. */
function changesOf(
  user: User,
  document: Document,
): Partial<Pick<User, 'email' | 'displayName' | 'isActive'>> {
  const email = addressOf(document)
  const displayName = nameOf(document)
  const isActive = document.active !== false
  return {
    ...(email !== user.email && { email }),
    ...(displayName !== null && displayName !== user.displayName && { displayName }),
    ...(isActive !== user.isActive && { isActive }),
  }
}

export interface Expected {
  readonly id: string
  /** The versions that the person or group must have one of. */
  readonly ifMatch: string | undefined
}

export const replacePerson = (directory: Directory, expected: Expected, body: unknown): Promise<Resource> => {
  const given = readDocument(userType, body)
  return changePerson(directory, expected, (before) => ({
    ...given,
    // Access does not come back because it was not spoken of.
    active: given.active ?? before.active,
  }))
}

export const patchPerson = (directory: Directory, expected: Expected, body: unknown): Promise<Resource> =>
  changePerson(directory, expected, (before) => patched(userType, before, body))

function changePerson(
  directory: Directory,
  { id, ifMatch }: Expected,
  nextOf: (before: Document) => Document,
): Promise<Resource> {
  return inHome(directory, async (change) => {
    const known = await knownPerson(change, id)
    const { person, user } = known
    checkVersion(shown(directory, known), ifMatch)
    const before: Document = { ...person.attributes, active: user.isActive }
    const next = nextOf(before)
    userNameOf(next)
    if (isDeepStrictEqual(before, next)) return shown(directory, known)
    await refuseTakenName(change, next, id)
    const { userName } = keysOf(next)
    if (userName !== keysOf(before).userName) await checkUserName(change, user, userName)
    const changes = changesOf(user, next)
    await refuseTakenAddress(change, user, changes.email)
    await refuseTakenAddress(change, user, asAddress(userNameOf(next)))
    const changed = Object.keys(changes).length > 0 ? await changeByDirectory(change, user, changes) : user
    const written: ScimPerson = { ...person, attributes: next, updatedAt: change.at }
    await put(change, written, person)
    return shown(directory, { person: written, user: changed })
  })
}

/** The member stays, deactivated, so that what they did and are responsible for can be traced. */
export async function deletePerson(directory: Directory, { id, ifMatch }: Expected): Promise<void> {
  await inHome(directory, async (change) => {
    const known = await knownPerson(change, id)
    checkVersion(shown(directory, known), ifMatch)
    const { user } = known
    // Also if they are deactivated already: nobody here could bring them back.
    await refuseProtected(change, user)
    if (user.isActive) await changeByDirectory(change, user, { isActive: false })
    await change.run(retireScimPerson, change.partitionId, { userId: id, at: change.at })
    await change.run(addToScimCounts, change.partitionId, { people: -1 })
    await change.log('scim.user_deleted', { kind: kinds.user.name, id }, null, null)
    await applyGroups(change, { userId: id, source: { kind: 'scim' }, groups: [] })
  })
}

export function checkVersion({ meta }: Resource, ifMatch: string | undefined): void {
  if (ifMatch === undefined || names(ifMatch, meta.version)) return
  throw new ScimRefusal('precondition_failed', 'It has changed since that version. Read it again.')
}

const put = (change: Change, person: ScimPerson, before: ScimPerson | undefined): Promise<void> =>
  change.run(putScimPerson, change.partitionId, {
    person,
    keys: keysOf(person.attributes),
    emails: emailsOf(person.attributes),
    emailsBefore: before ? emailsOf(before.attributes) : [],
  })

/** Those who have or had the name. */
async function refuseTakenName(
  change: Change,
  document: Document,
  ownId?: string,
): Promise<readonly ScimPerson[]> {
  const people = await change.run(scimPeopleNamed, change.partitionId, keysOf(document).userName)
  if (people.some(({ goneAt, userId }) => goneAt === null && userId !== ownId))
    throw taken(`There is already a user with the userName ${shortened(document.userName)}.`)
  return people
}

/** Also if it belongs to somebody whom the directory does not know. */
async function refuseTakenAddress(
  change: Change,
  { id }: User,
  email: string | null | undefined,
): Promise<void> {
  if (email === null || email === undefined) return
  const other = await memberWith(change, email)
  if (other && other.id !== id)
    throw takenBy(other, `The address ${email} belongs to another member of the organisation.`)
}
