import { kinds } from '@svc/model'
import type { Store } from '../../store/open.ts'
import { insertOrganisation, listOrganisations } from '../../store/queries/organisations.ts'
import { partitionsOf } from '../../store/partition-id.ts'
import { draftOf } from '../records/draft.ts'
import { newId } from '../ids.ts'
import { makeLink } from '../sign-in/links.ts'
import { insertCredential } from './credentials.ts'
import { insertUser } from './members.ts'
import { operator } from './operator.ts'

export interface NewOrganisation {
  readonly name: string
  readonly ownerEmail: string
  /** The owner's first token, if the operator has chosen it. */
  readonly token?: string | undefined
  /** Create it only if there is none yet. */
  readonly onlyFirst?: boolean
  /** For a token that is printed: it expires after a day, or as soon as the owner has chosen a password. */
  readonly isTokenProvisional?: boolean
}

const provisionalMs = 86_400_000

export interface CreatedOrganisation {
  readonly organisationId: string
  readonly userId: string
  readonly token: string
  /** The one-time link for the owner to choose a password. */
  readonly setupLink: string
}

export async function createOrganisation(
  store: Store,
  { name, ownerEmail, token, onlyFirst = false, isTokenProvisional = false }: NewOrganisation,
): Promise<CreatedOrganisation | undefined> {
  const id = newId('org')
  return store.transaction(async (tx) => {
    // Several processes may start on the same empty database: only one of them creates the first organisation.
    await tx.lockSchema()
    if (onlyFirst && (await tx.run(listOrganisations)).length > 0) return undefined
    await tx.run(insertOrganisation, { id, name, at: new Date().toISOString() })
    const request = { partitionId: partitionsOf(id).home, actor: operator, now: () => new Date() }
    return tx.change(request, async (change) => {
      const user = await insertUser(change, {
        email: ownerEmail,
        role: 'owner',
        name: ownerEmail.split('@')[0] ?? ownerEmail,
      })
      const settings = draftOf(kinds.ssoSettings, {}, { id: newId('sso'), at: change.at })
      await change.insert(kinds.ssoSettings, settings.next)
      const provisional = {
        expiresAt: new Date(Date.parse(change.at) + provisionalMs).toISOString(),
      }
      const made = await insertCredential(change, kinds.token, {
        input: {
          name: 'first token',
          scopes: ['read', 'write', 'admin'],
          ...(isTokenProvisional && provisional),
        },
        endsWithSetup: isTokenProvisional,
        mode: 'live',
        userId: user.id,
        ...(token !== undefined && { secret: token }),
      })
      const link = { homeId: request.partitionId, userId: user.id, purpose: 'setup' } as const
      const { secret: setupLink } = await makeLink(change, { ...link, at: new Date(change.at) })
      return { organisationId: id, userId: user.id, token: made.secret, setupLink }
    })
  })
}
