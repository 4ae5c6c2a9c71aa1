import {
  CatalogError,
  effectiveScopes,
  type Kinds,
  kinds,
  type Mode,
  type Scope,
  type Stored,
} from '@svc/model'
import type { Change } from '../../store/change.ts'
import { insertGrant, type ProgramGrant } from '../../store/queries/program-grants.ts'
import type { Session } from '../../store/queries/sign-in.ts'
import type { Caller } from '../context.ts'
import { newId } from '../ids.ts'
import { signedOut } from '../sign-in/signed-out.ts'

/** What a program asks for, and from where. */
export interface ProgramRequest
  extends Pick<ProgramGrant, 'client' | 'agent' | 'address' | 'mode' | 'scopes'> {}

/** What the person makes of it: at most what was asked for. */
export interface Decision {
  readonly decision: 'approve' | 'deny'
  readonly mode?: Mode | undefined
  readonly scopes?: readonly Scope[] | undefined
}

interface Opening {
  readonly caller: Caller
  readonly session: Session
  readonly request: ProgramRequest
  readonly decision: Decision
  /** Until when the program has to fetch its first tokens. */
  readonly fetchedUntil: string
}

/** Allows a program to act for the caller, who can grant no more than they have. */
export async function openGrant(
  change: Change,
  { caller, session, request, decision, fetchedUntil }: Opening,
): Promise<ProgramGrant> {
  const user = (await change.find(kinds.user, session.userId))?.record as Stored<Kinds['user']> | undefined
  if (!user?.isActive) throw signedOut()
  const asked = decision.scopes?.filter((scope) => request.scopes.includes(scope)) ?? request.scopes
  const scopes = effectiveScopes(asked, user.role ?? 'viewer')
  if (scopes.length === 0)
    throw new CatalogError('invalid_request', 'scopes must include at least one that the program asks for.')
  const { client, agent, address } = request
  const grant: ProgramGrant = {
    id: newId('grt', new Date(change.at)),
    ...{ homeId: caller.organisation.home, userId: user.id, client, agent, address, scopes },
    mode: decision.mode ?? request.mode,
    provider: session.provider && {
      id: session.provider.id,
      subject: session.provider.subject,
      session: session.provider.session,
    },
    ...{ createdAt: change.at, usedAt: change.at, expiresAt: fetchedUntil },
  }
  await change.run(insertGrant, grant)
  const after = { grantId: grant.id, client, mode: grant.mode, scopes, address, agent }
  await change.log('user.program_approved', { kind: kinds.user.name, id: user.id }, null, after)
  return grant
}

export const logRefused = (
  change: Change,
  caller: Caller,
  { client, address, agent }: ProgramRequest,
): Promise<void> =>
  change.log('user.program_refused', { kind: kinds.user.name, id: caller.actor.id ?? '' }, null, {
    client,
    address,
    agent,
  })
