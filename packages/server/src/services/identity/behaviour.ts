import { avatarOf, kinds, type Kinds, type Stored } from '@svc/model'
import { teamsNaming } from '../../store/queries/team-members.ts'
import { behaviour } from '../records/behaviour.ts'
import { partitionOf } from '../context.ts'

type User = Stored<Kinds['user']>

/** Generated if nobody has chosen one. Derived from the record itself, so its revision covers it. */
function generatedAvatar(user: User): Partial<User> {
  const { avatarKey, ...colours } = avatarOf(user)
  return {
    avatarKey: user.avatarKey ?? avatarKey,
    // Both or neither: text in one colour might not be readable on another.
    ...(user.avatarBgColor === null || user.avatarFontColor === null ? colours : {}),
  }
}

/** A member's teams are those of the caller's mode that name them. */
export const userBehaviour = behaviour<User>(kinds.user, {
  async derive({ store, caller }, users) {
    const ids = users.map(({ id }) => id)
    const teams = await store.run(teamsNaming, partitionOf(caller, kinds.team), ids)
    return users.map((user) => ({
      ...user,
      ...generatedAvatar(user),
      teamIds: teams.get(user.id) ?? [],
    }))
  },
})
