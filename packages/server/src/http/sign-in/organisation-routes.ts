import { kinds, shown } from '@svc/model'
import { type Caller, requireScope, writeTo } from '../../services/context.ts'
import { requireLive } from '../../services/identity/live-only.ts'
import {
  editMember,
  endSessionOfMember,
  endSessionsOfMember,
  invite,
  inviteAgain,
} from '../../services/sign-in/members.ts'
import { sessionsOfMember } from '../../services/sign-in/own-sessions.ts'
import { requireRecentSignIn } from '../../services/sign-in/step-up.ts'
import { readMailState } from '../../services/mail/trouble.ts'
import { renameTo } from '../../services/sign-in/organisation.ts'
import { json, noContent } from '../answer.ts'
import type { OnSignedIn, SignInOptions } from './on-signed-in.ts'

/** What administrators manage in the console about the organisation itself: its name and its members. */
export function useOrganisation(onSignedIn: OnSignedIn, { store, now, mail }: SignInOptions): void {
  const requireAdmin = (caller: Caller): void => {
    requireScope(caller, 'admin')
    requireLive(caller)
  }

  onSignedIn('PATCH', '/organisation', 'organisation', async (request, caller) => {
    requireAdmin(caller)
    const { name } = request.body
    const organisation = await writeTo({ store, caller, now }, kinds.user, (change) =>
      renameTo(change, caller.organisation, name),
    )
    return json(200, organisation)
  })

  onSignedIn('POST', '/members', 'invitation', async (request, caller) => {
    requireAdmin(caller)
    requireRecentSignIn(caller, now())
    const made = await writeTo({ store, caller, now }, kinds.user, (change) =>
      invite(change, caller, request.body, mail.outbox),
    )
    return json(201, { ...made, user: shown(kinds.user, made.user) })
  })

  onSignedIn('POST', '/members/:id/link', null, async (request, caller) => {
    requireAdmin(caller)
    requireRecentSignIn(caller, now())
    const { id } = request.params as { readonly id: string }
    const made = await writeTo({ store, caller, now }, kinds.user, (change) =>
      inviteAgain(change, caller, id, mail.outbox),
    )
    return json(200, { ...made, user: shown(kinds.user, made.user) })
  })

  onSignedIn('PATCH', '/members/:id', 'member', async (request, caller) => {
    requireAdmin(caller)
    requireRecentSignIn(caller, now())
    const { id } = request.params as { readonly id: string }
    const user = await writeTo({ store, caller, now }, kinds.user, (change) =>
      editMember(change, caller, id, request.body),
    )
    return json(200, shown(kinds.user, user))
  })

  onSignedIn('GET', '/mail', null, async (_, caller) => {
    requireAdmin(caller)
    return json(200, await readMailState(store, mail, caller))
  })

  onSignedIn('GET', '/members/:id/sessions', null, async (request, caller) => {
    requireAdmin(caller)
    const { id } = request.params as { readonly id: string }
    return json(200, { sessions: await sessionsOfMember(store, caller, id, now()) })
  })

  onSignedIn('DELETE', '/members/:id/sessions', null, async (request, caller) => {
    requireAdmin(caller)
    const { id } = request.params as { readonly id: string }
    const ended = await writeTo({ store, caller, now }, kinds.user, (change) =>
      endSessionsOfMember(change, caller, id),
    )
    return json(200, { ended })
  })

  onSignedIn('DELETE', '/members/:id/sessions/:sessionId', null, async (request, caller) => {
    requireAdmin(caller)
    const { id, sessionId } = request.params as { readonly id: string; readonly sessionId: string }
    await writeTo({ store, caller, now }, kinds.user, (change) =>
      endSessionOfMember(change, caller, { userId: id, sessionId }),
    )
    return noContent
  })
}
