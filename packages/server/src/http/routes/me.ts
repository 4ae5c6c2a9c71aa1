import { type Kinds, kinds, type Stored } from '@svc/model'
import { type Context, recordsOf } from '../../services/context.ts'

/** The caller, as the API describes them. */
export async function describeCaller(ctx: Context) {
  const { caller } = ctx
  const { organisation, mode, scopes, actor, role, credential } = caller
  const stored =
    actor.id !== null && actor.type === 'user'
      ? await recordsOf(ctx, kinds.user).find(kinds.user, actor.id)
      : undefined
  const user = stored?.record as Stored<Kinds['user']> | undefined
  return {
    organisation: { id: organisation.id, name: organisation.name },
    partition: mode,
    user: user ? { id: user.id, email: user.email, displayName: user.displayName, role } : null,
    key: credential.type === 'key' ? { id: credential.id, name: actor.name ?? '' } : null,
    scopes,
  }
}
