import { CatalogError } from '@svc/model'
import type { Change } from '../../store/change.ts'
import type { Store } from '../../store/open.ts'
import { findOrganisation, listOrganisations, type Organisation } from '../../store/queries/organisations.ts'

/** Someone with access to the machine itself, who may do anything with any organisation. */
export const operator = { type: 'system', id: null, name: 'svc' } as const

export async function organisation(store: Store, id: string): Promise<Organisation> {
  const found = await store.run(findOrganisation, id)
  if (found) return found
  const known = (await store.run(listOrganisations)).map((one) => `${one.id} (${one.name})`).join(', ')
  throw new CatalogError(
    'not_found',
    `There is no organisation ${id}. Existing organisations: ${known || 'none yet'}.`,
  )
}

/** Writes to an organisation's home partition, which holds its members. */
export async function inHome<T>(
  store: Store,
  organisationId: string,
  run: (change: Change) => Promise<T>,
): Promise<T> {
  const { home } = await organisation(store, organisationId)
  return store.write({ partitionId: home, actor: operator, now: () => new Date() }, run)
}
