import { pageParams } from '../kind/filters.ts'
import { restorableKinds } from './restorable.ts'
import { type Shape, shape, type ValueIn } from '../shape/shape.ts'
import { eventFields } from './history.ts'
import { listOf, type Operation } from './operation.ts'

const kindNames = restorableKinds.map(({ name }) => name)

const deletedRecord = shape.object(
  {
    eventId: shape.text({
      description: 'The event of its deletion: what `POST /deleted/{eventId}/restore` takes.',
    }),
    kind: shape.enum(kindNames, { description: 'The kind of record.' }),
    id: shape.text({ description: 'Its id, which it keeps when it is restored.' }),
    name: shape.text({ description: 'What it was called.' }),
    deletedAt: shape.dateTime(),
    deletedBy: eventFields.actor,
    obstacles: shape.array(shape.text(), {
      description: 'Why it cannot be restored now; empty if nothing is in the way.',
    }),
  },
  {
    title: 'DeletedRecord',
    examples: [
      {
        eventId: 'evt_01jcq8z3v1000008703f9a2c41d',
        kind: 'project',
        id: 'prj_01jcq8z3v1000a7k2m9x4q6r8t',
        name: 'Checkout',
        deletedAt: '2026-11-15T12:00:00.000Z',
        deletedBy: { type: 'user', id: 'usr_01jcq8z3v1000a7k2m9x4q6r8t', name: 'Ada' },
        obstacles: [],
      },
    ],
  },
)

/** A record that was deleted and has not come back. */
export type DeletedRecord = ValueIn<typeof deletedRecord>

export const listDeleted = {
  id: 'listDeleted',
  method: 'GET',
  path: '/deleted',
  summary: 'List what was deleted',
  about:
    'Every deleted record that has not come back since, from the event log. What was deleted along with another record ' +
    'is listed too, with the obstacle that the other one is missing: restoring that one brings it back. A page may have ' +
    'fewer records than its limit, or none, although there are more: continue as long as there is a `nextCursor`.',
  group: 'Deleted records',
  scope: 'admin',
  query: {
    kind: shape.enum(kindNames, { description: 'Only records of this kind.' }),
    ...pageParams,
    limit: { ...pageParams.limit, description: 'Maximum number of records per page. Without it, 1,000.' },
  },
  success: { status: 200, about: 'Newest first.', schema: listOf('deleted', deletedRecord) },
} as const satisfies Operation

/** A record of any of these kinds, as the kind's own endpoints show it. */
const anyRecord: Shape<Readonly<Record<string, unknown>>> = {
  oneOf: restorableKinds.map(({ title }) => shape.titled({ title })),
}

export const restoreDeleted = {
  id: 'restoreDeleted',
  method: 'POST',
  path: '/deleted/{eventId}/restore',
  summary: 'Restore a deleted record',
  about:
    'It comes back with its id, its times of creation and everything that its deletion removed or cleared, such as ' +
    'edges, on-call bindings, issues and references to it, as far as what they point at still exists and nobody has ' +
    'chosen another value since. Not restored are measurements that are not in the event log (cost entries, snapshots ' +
    'of SLOs, scores, which are computed again) and access given by group mappings.',
  group: 'Deleted records',
  scope: 'admin',
  success: { status: 200, about: 'The record.', schema: anyRecord },
  problems: ['not_restorable'],
} as const satisfies Operation
