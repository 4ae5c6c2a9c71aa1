import { CatalogError, kinds } from '@svc/model'
import { requireScope, writeTo } from '../../services/context.ts'
import { decideAuthorization } from '../../services/oauth/approve-authorization.ts'
import { readAuthorization, readRedirect } from '../../services/oauth/authorization-request.ts'
import { decideDevice, readDeviceRequest } from '../../services/oauth/decide-device.ts'
import { OAuthError } from '../../services/oauth/oauth-error.ts'
import { endGrantOf, grantsOfMember } from '../../services/oauth/own-grants.ts'
import { endGrantOfMember } from '../../services/sign-in/members.ts'
import type { Throttle } from '../../services/sign-in/throttle.ts'
import { json, noContent } from '../answer.ts'
import type { OnSignedIn, SignInOptions } from './on-signed-in.ts'
import { visitorOf } from './visitor.ts'

interface Options extends SignInOptions {
  readonly throttle: Throttle
}

/** Where people decide what programs may do for them, and end it. */
export function useProgramDecisions(onSignedIn: OnSignedIn, options: Options): void {
  const { store, now, site, throttle } = options
  const tools = { store, now, site, throttle }

  onSignedIn('POST', '/device/read', 'deviceCode', async (request, caller) => {
    const { userCode } = request.body
    return json(200, await readDeviceRequest(tools, caller, userCode, visitorOf(request).address))
  })

  onSignedIn('POST', '/device', 'decideDevice', async (request, caller) => {
    await decideDevice(tools, caller, { ...request.body, address: visitorOf(request).address })
    return json(200, { decision: request.body.decision })
  })

  onSignedIn('POST', '/authorize', 'decideAuthorization', async (request, caller) => {
    const { decision, mode, scopes, ...query } = request.body
    const fields = new Map(Object.entries(query as Readonly<Record<string, string>>))
    const asked = authorizationIn(fields)
    const given = { decision: { decision, mode, scopes }, visitor: visitorOf(request) }
    return json(200, { redirectTo: await decideAuthorization(tools, caller, asked, given) })
  })

  onSignedIn('GET', '/grants', null, async (_, caller) =>
    json(200, { grants: await grantsOfMember(store, caller, caller.actor.id ?? '', now()) }),
  )

  onSignedIn('DELETE', '/grants/:id', null, async (request, caller) => {
    const { id } = request.params as { readonly id: string }
    await writeTo({ store, caller, now }, kinds.user, (change) =>
      endGrantOf(change, caller.actor.id ?? '', id),
    )
    return noContent
  })

  onSignedIn('GET', '/members/:id/grants', null, async (request, caller) => {
    requireScope(caller, 'admin')
    const { id } = request.params as { readonly id: string }
    return json(200, { grants: await grantsOfMember(store, caller, id, now()) })
  })

  onSignedIn('DELETE', '/members/:id/grants/:grantId', null, async (request, caller) => {
    requireScope(caller, 'admin')
    const { id, grantId } = request.params as { readonly id: string; readonly grantId: string }
    await writeTo({ store, caller, now }, kinds.user, (change) =>
      endGrantOfMember(change, caller, { userId: id, grantId }),
    )
    return noContent
  })
}

/** The console is told in its own shape what is wrong. */
function authorizationIn(fields: ReadonlyMap<string, string>) {
  try {
    return readAuthorization(fields, readRedirect(fields))
  } catch (error) {
    if (!(error instanceof OAuthError)) throw error
    throw new CatalogError('invalid_request', error.message)
  }
}
