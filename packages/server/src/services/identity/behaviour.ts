import { avatarOf, kinds, type Kinds, type Stored } from '@svc/model'
import { behaviour } from '../behaviour.ts'
import { partitionOf } from '../context.ts'

type User = Stored<Kinds['user']>

/** What nobody has chosen is generated. It follows from the record itself, so its revision tells it. */
function drawn(user: User): Partial<User> {
  const { avatarKey, ...colours } = avatarOf(user)
  return {
    avatarKey: user.avatarKey ?? avatarKey,
    // Both or none: letters in one colour might not be readable on another.
    ...(user.avatarBgColor === null || user.avatarFontColor === null ? colours : {}),
  }
}

/** A member's teams are those of the caller's mode that name them. */
export const userBehaviour = behaviour<User>(kinds.user, {
  async derive({ store, caller }, users) {
    const { reader, dialect } = store.engine
    const rows = await reader.all(
      `select value, record_id from elements
       where partition_id = ? and kind = ? and field = ? and ${dialect.oneOf('value')} order by record_id`,
      [
        partitionOf(caller, kinds.team),
        kinds.team.name,
        'memberUids',
        JSON.stringify(users.map(({ id }) => id)),
      ],
    )
    const teams = Map.groupBy(rows, ({ value }) => String(value))
    return users.map((user) => ({
      ...user,
      ...drawn(user),
      teamIds: (teams.get(user.id) ?? []).map(({ record_id }) => String(record_id)),
    }))
  },
})
