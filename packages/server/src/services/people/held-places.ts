import { kinds, namesMembers, type ResponsiblePlace, responsiblePlaces } from '@svc/model'
import type { Condition } from '../../store/records.ts'
import type { Context } from '../context.ts'
import { listRequest } from '../records/lists.ts'

const lead = responsiblePlaces.find((place) => place.responsibility === 'leads' && place.kind === kinds.team)

/** The records that a field makes somebody responsible for, among those that the caller may see. */
export function heldBy(ctx: Context, place: ResponsiblePlace, uid: string): readonly Condition[] {
  const { kind } = place
  const open = kind.openBy ? [{ field: kind.openBy.field, in: kind.openBy.values }] : []
  // Records hidden from lists, such as archived projects, are still theirs.
  const all = kind.hiddenBy ? { [kind.hiddenBy]: 'all' } : {}
  return listRequest(ctx, kind, all, [naming(place, uid), ...open]).where
}

function naming(place: ResponsiblePlace, uid: string): Condition {
  const { key, field } = place
  if (field.type === 'refs' || field.mentions) return { array: key, has: uid }
  if (namesMembers(place) || !lead) return { field: key, is: uid }
  return { field: key, through: lead.kind, by: lead.key, is: uid }
}
