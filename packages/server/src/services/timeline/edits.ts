import { isDeepStrictEqual } from 'node:util'
import { type EntitySummary, entityKinds, fieldLabel, type Kind, kindNamed, timelineLimits } from '@svc/model'
import type { Stretch } from '../../store/queries/timeline.ts'
import { type Context, partitionOf } from '../context.ts'
import { eventPage } from '../records/history.ts'
import type { Found } from './sources.ts'

type Fields = Readonly<Record<string, unknown>>

/** Who changed the record itself, for those who may read the audit log. */
export async function editsOf(
  ctx: Context,
  { kind, id }: Pick<EntitySummary, 'kind' | 'id'>,
  { from, to }: Stretch,
): Promise<readonly Found[]> {
  if (!ctx.caller.scopes.includes('admin')) return []
  const own = kindNamed(entityKinds[kind as keyof typeof entityKinds] ?? kind)
  const { events, nextCursor } = await eventPage(ctx, [partitionOf(ctx.caller, own)], {
    filter: { subjectId: id, since: from, until: to },
    limit: timelineLimits.edits,
  })
  return [
    {
      type: 'edit',
      isCut: nextCursor !== null,
      entries: events.map(({ at, type, actor, before, after }) => ({
        at,
        type: 'edit',
        kind: own.name,
        id,
        title: type.slice(type.indexOf('.') + 1),
        status: null,
        detail: null,
        by: actor.name,
        fields: changedFields(own, before as Fields | null, after as Fields | null),
      })),
    },
  ]
}

/** The labels of the fields that differ, without those that every change sets. */
function changedFields(kind: Kind, before: Fields | null, after: Fields | null): readonly string[] {
  if (!before || !after) return []
  return Object.keys({ ...before, ...after })
    .filter((key) => !kind.fields[key]?.traits.bookkeeping && !isDeepStrictEqual(before[key], after[key]))
    .map((key) => fieldLabel(kind, key))
}
