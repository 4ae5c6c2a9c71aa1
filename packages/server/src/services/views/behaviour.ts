import {
  CatalogError,
  everybody,
  facetsOf,
  invalid,
  kindNamed,
  kinds,
  type Kinds,
  readQueryText,
  type Stored,
} from '@svc/model'
import type { Actor } from '../../store/event.ts'
import { refusal } from '../query/refusal.ts'
import { behaviour } from '../records/behaviour.ts'

type View = Stored<Kinds['view']>

/** Private views are seen by their owner, and by nobody else whatever their role. */
export const viewBehaviour = behaviour<View>(kinds.view, {
  prepare({ next, before, given }, { actor }) {
    const view =
      before || next.ownerName !== null ? next : { ...next, ownerUid: uidOf(actor), ownerName: actor.name }
    checkList(view)
    if (view.visibility === 'private' && given.has('visibility')) checkOwn(view, actor)
    if (view.visibility === 'private' && view.ownerUid === null)
      throw invalid('visibility', 'must be shared for a view of an API key, since nobody else would see it')
    return { ...view, seenBy: view.visibility === 'private' ? (view.ownerUid ?? everybody) : everybody }
  },

  permit({ actor, scopes }, { ownerUid }) {
    if (scopes.includes('admin') || isOwner(actor, ownerUid)) return
    throw new CatalogError('forbidden', 'Only its owner and admins may change or delete a view.')
  },

  hides: ({ actor }) => [{ field: 'seenBy', in: namesOf(actor) }],
  canSee: ({ actor }, { visibility, ownerUid }) => visibility === 'shared' || isOwner(actor, ownerUid),
  audience: ({ actor }) => uidOf(actor) ?? '',
})

const uidOf = ({ type, id }: Actor): string | null => (type === 'user' ? id : null)

/** What `seenBy` says of views that somebody sees. */
const namesOf = (actor: Actor): readonly string[] => [everybody, uidOf(actor) ?? everybody]

const isOwner = (actor: Actor, ownerUid: string | null): boolean =>
  ownerUid !== null && uidOf(actor) === ownerUid

/** Whatever an admin hides from everybody else they could not see themselves. */
function checkOwn({ ownerUid, ownerName }: View, actor: Actor): void {
  if (ownerUid === null || isOwner(actor, ownerUid)) return
  throw invalid('visibility', `can be set to private by its owner only, ${ownerName}`)
}

/** What no list of the kind could show is refused now, not when somebody opens it. */
function checkList({ kind: name, query, sort, groupBy }: View): void {
  const kind = kindNamed(name)
  const [fault] = readQueryText(kind, query).faults
  if (fault) throw refusal(fault)
  const sortable = Object.keys(kind.fields).filter((key) => !kind.fields[key]?.traits.internal)
  if (sort !== null && !sortable.includes(sort.replace(/^-/, '')))
    throw invalid(
      'sort',
      `must be a field of ${name}, after a - if the order is reversed: ${sortable.join(', ')}`,
    )
  const groupings = facetsOf(kind)
  if (groupBy !== null && !groupings.includes(groupBy))
    throw invalid('groupBy', `must be a filter of ${name}: ${groupings.join(', ')}`)
}
