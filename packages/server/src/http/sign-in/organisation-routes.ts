import { kinds, shown } from '@svc/model'
import { requireScope, writeTo } from '../../services/context.ts'
import { requireLive } from '../../services/identity/live-only.ts'
import { editMember, invite, inviteAgain } from '../../services/sign-in/members.ts'
import { renameTo } from '../../services/sign-in/organisation.ts'
import { json } from '../answer.ts'
import type { OnSignedIn, SignInOptions } from './on-signed-in.ts'

/** What administrators manage in the console about the organisation itself: its name and its members. */
export function useOrganisation(onSignedIn: OnSignedIn, { store, now }: SignInOptions): void {
  onSignedIn('PATCH', '/organisation', 'organisation', async (request, caller) => {
    requireScope(caller, 'admin')
    requireLive(caller)
    const { name } = request.body
    const organisation = await writeTo({ store, caller, now }, kinds.user, (change) =>
      renameTo(change, caller.organisation, name),
    )
    return json(200, organisation)
  })

  onSignedIn('POST', '/members', 'invitation', async (request, caller) => {
    requireScope(caller, 'admin')
    requireLive(caller)
    const made = await writeTo({ store, caller, now }, kinds.user, (change) =>
      invite(change, caller, request.body),
    )
    return json(201, { ...made, user: shown(kinds.user, made.user) })
  })

  onSignedIn('POST', '/members/:id/link', null, async (request, caller) => {
    requireScope(caller, 'admin')
    requireLive(caller)
    const { id } = request.params as { readonly id: string }
    const made = await writeTo({ store, caller, now }, kinds.user, (change) =>
      inviteAgain(change, caller, id),
    )
    return json(200, { ...made, user: shown(kinds.user, made.user) })
  })

  onSignedIn('PATCH', '/members/:id', 'member', async (request, caller) => {
    requireScope(caller, 'admin')
    requireLive(caller)
    const { id } = request.params as { readonly id: string }
    const user = await writeTo({ store, caller, now }, kinds.user, (change) =>
      editMember(change, caller, id, request.body),
    )
    return json(200, shown(kinds.user, user))
  })
}
