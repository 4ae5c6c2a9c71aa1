import type { Mode } from '@svc/model'
import type { Context } from '@svc/server'
import type { Server } from './server-module.ts'
import { Failure, UsageError } from './failure.ts'
import type { Opened } from './with-store.ts'

export type Organisation = Awaited<ReturnType<Server['organisation']>>

/** The organisation that was named, or the only one. */
export async function organisationFor(
  { store, server }: Opened,
  id: string | undefined,
): Promise<Organisation> {
  if (id !== undefined) return server.organisation(store, id)
  const all = await store.run(server.listOrganisations)
  const [only] = all
  if (!only) throw new Failure('There is no organisation yet: create one with "svc org create".')
  if (all.length === 1) return only
  const known = all.map((one) => `${one.id} (${one.name})`).join(', ')
  throw new UsageError(`There are several organisations, so --org is needed: ${known}.`)
}

/** Who a command acts as: the organisation itself, in one of its modes. */
export async function contextFor(
  opened: Opened,
  { org, mode }: { readonly org: string | undefined; readonly mode: Mode },
): Promise<Context> {
  const caller = opened.server.systemCaller(await organisationFor(opened, org), mode)
  return { store: opened.store, caller, now: () => new Date() }
}
