import { kinds, shown } from '@svc/model'
import { requireScope, writeTo } from '../../services/context.ts'
import { requireLive } from '../../services/identity/live-only.ts'
import { editMember, invite, inviteAgain } from '../../services/sign-in/members.ts'
import { renameTo } from '../../services/sign-in/organisation.ts'
import { json } from '../answer.ts'
import type { OnInside, SignInOptions } from './on-inside.ts'

/** What administrators do at the console with the organisation itself: its name, and who is in it. */
export function useOrganisation(onInside: OnInside, { store, now }: SignInOptions): void {
  onInside('PATCH', '/organisation', 'organisation', async (request, caller) => {
    requireScope(caller, 'admin')
    requireLive(caller)
    const { name } = request.body
    const organisation = await writeTo({ store, caller, now }, kinds.user, (change) =>
      renameTo(change, caller.organisation, name),
    )
    return json(200, organisation)
  })

  onInside('POST', '/members', 'invitation', async (request, caller) => {
    requireScope(caller, 'admin')
    requireLive(caller)
    const made = await writeTo({ store, caller, now }, kinds.user, (change) =>
      invite(change, caller, request.body),
    )
    return json(201, { ...made, user: shown(kinds.user, made.user) })
  })

  onInside('POST', '/members/:id/link', null, async (request, caller) => {
    requireScope(caller, 'admin')
    requireLive(caller)
    const { id } = request.params as { readonly id: string }
    const made = await writeTo({ store, caller, now }, kinds.user, (change) =>
      inviteAgain(change, caller, id),
    )
    return json(200, { ...made, user: shown(kinds.user, made.user) })
  })

  onInside('PATCH', '/members/:id', 'member', async (request, caller) => {
    requireScope(caller, 'admin')
    requireLive(caller)
    const { id } = request.params as { readonly id: string }
    const user = await writeTo({ store, caller, now }, kinds.user, (change) =>
      editMember(change, caller, id, request.body),
    )
    return json(200, shown(kinds.user, user))
  })
}
