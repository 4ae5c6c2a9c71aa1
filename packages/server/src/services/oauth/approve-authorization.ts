import { insertProgramSecret } from '../../store/queries/program-grants.ts'
import type { Caller } from '../context.ts'
import { digestOf } from '../identity/secrets.ts'
import type { Visitor } from '../sign-in/sign-in-service.ts'
import { decidingSession } from '../sign-in/deciding-session.ts'
import { requireRecentSignIn } from '../sign-in/step-up.ts'
import { type AuthorizationRequest, redirectTo } from './authorization-request.ts'
import type { GrantTools } from './grants/grant.ts'
import { type Decision, logRefused, openGrant } from './open-grant.ts'
import { newProgramSecret } from './program-secrets.ts'

const codeMs = 60_000

/** What a code was issued for; its exchange has to fit. */
export interface CodeData {
  readonly client: string
  readonly redirectUri: string
  readonly challenge: string
}

/** Where the browser goes after the person has decided: back to the program, with a code or a refusal. */
export async function decideAuthorization(
  { store, now, site }: Pick<GrantTools, 'store' | 'now' | 'site'>,
  caller: Caller,
  { redirect, challenge, scopes, mode }: AuthorizationRequest,
  { decision, visitor: { agent, address } }: { readonly decision: Decision; readonly visitor: Visitor },
): Promise<string> {
  const session = await decidingSession(store, caller)
  const { client, uri } = redirect
  const request = { client: client.id, agent: agent?.slice(0, 300) ?? null, address, mode, scopes }
  const isApproved = decision.decision === 'approve'
  if (isApproved) requireRecentSignIn(caller, now())
  const expiresAt = new Date(now().getTime() + codeMs).toISOString()
  const code = newProgramSecret('code')
  await store.write({ partitionId: caller.organisation.home, actor: caller.actor, now }, async (change) => {
    if (!isApproved) return logRefused(change, caller, request)
    const opening = { caller, session, request, decision, fetchedUntil: expiresAt }
    const { id, homeId } = await openGrant(change, opening)
    const data: CodeData = { client: client.id, redirectUri: uri, challenge }
    await change.run(insertProgramSecret, digestOf(code), {
      ...{ purpose: 'code', homeId, grantId: id, data, expiresAt },
    })
  })
  return redirectTo(redirect, isApproved ? { code } : { error: 'access_denied' }, site.url())
}
