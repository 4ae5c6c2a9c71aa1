import { CatalogError, effectiveScopes, type Scope } from '@svc/model'
import type { Store } from '../../store/open.ts'
import {
  decideDeviceRequest,
  type FoundDeviceRequest,
  findByUserCode,
} from '../../store/queries/device-requests.ts'
import type { Caller } from '../context.ts'
import { decidingSession } from '../sign-in/deciding-session.ts'
import { requireRecentSignIn } from '../sign-in/step-up.ts'
import { type Throttle, tooManyAttempts } from '../sign-in/throttle.ts'
import { clientNamed } from './clients.ts'
import { type Decision, logRefused, openGrant } from './open-grant.ts'
import { userCodeDigest } from './user-code.ts'

interface Tools {
  readonly store: Store
  readonly throttle: Throttle
  readonly now: () => Date
}

/** How long a program that was allowed in has to fetch its first tokens. */
const fetchMs = 10 * 60_000

/** What a program asks for, as it is shown to whoever has entered its code. */
export async function readDeviceRequest(tools: Tools, caller: Caller, typed: string, address: string) {
  await decidingSession(tools.store, caller)
  const found = await requestFor(tools, caller, typed, address)
  const { client, mode, createdAt, expiresAt } = found
  return {
    client: clientNamed(client),
    ...{ agent: found.agent, address: found.address, mode, createdAt, expiresAt },
    scopes: found.scopes,
    /** What the person could grant of it. */
    grantable: effectiveScopes(found.scopes, caller.role) as readonly Scope[],
  }
}

export async function decideDevice(
  tools: Tools,
  caller: Caller,
  { userCode, address, ...decision }: Decision & { readonly userCode: string; readonly address: string },
): Promise<void> {
  const { store, now } = tools
  const session = await decidingSession(store, caller)
  const request = await requestFor(tools, caller, userCode, address)
  const isApproved = decision.decision === 'approve'
  if (isApproved) requireRecentSignIn(caller, now())
  const fetchedUntil = new Date(now().getTime() + fetchMs).toISOString()
  await store.write({ partitionId: caller.organisation.home, actor: caller.actor, now }, async (change) => {
    const grant = isApproved
      ? await openGrant(change, { caller, session, request, decision, fetchedUntil })
      : null
    if (!grant) await logRefused(change, caller, request)
    if (!(await change.run(decideDeviceRequest, request.digest, grant))) throw unknownCode()
  })
}

/** Guessing is counted for each person, and for each network, whoever signs in there. */
async function requestFor(
  { store, throttle, now }: Tools,
  { organisation, actor }: Caller,
  typed: string,
  address: string,
): Promise<FoundDeviceRequest> {
  const key = `user-code ${organisation.home} ${actor.id}`
  const network = `user-code-network ${address}`
  const admission = await throttle.begin({ network, untrusted: [key], trusted: [] })
  const waitMs = Math.max(admission.waitOf(key), admission.waitOf(network))
  if (waitMs > 0) throw tooManyAttempts(waitMs)
  const digest = userCodeDigest(typed)
  const found = digest === undefined ? undefined : await store.run(findByUserCode, digest)
  if (found?.status !== 'pending' || found.expiresAt <= now().toISOString()) throw unknownCode()
  // Only this one: entering codes of one's own must not give back what was spent on guessing others.
  await admission.succeeded([], [key, network])
  return found
}

const unknownCode = (): CatalogError =>
  new CatalogError(
    'not_found',
    'No program is waiting for this code. Check it, or get a new one from the program.',
  )
