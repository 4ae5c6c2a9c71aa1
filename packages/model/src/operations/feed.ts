import { allKinds } from '../kinds/index.ts'
import { shape } from '../shape/shape.ts'
import { eventExample, eventFields } from './history.ts'
import type { Operation } from './operation.ts'

const feedEvent = shape.object({
  seq: shape.integer({ minimum: 1, description: 'Its number in the log: 1, 2, 3, … without a gap.' }),
  ...eventFields,
})

export const listEvents = {
  id: 'listEvents',
  large: true,
  method: 'GET',
  path: '/events',
  summary: 'Follow every change',
  about:
    'The log from any point on, oldest first. Go on with `after` and `epoch` set to the lastSeq and epoch of the answer; ' +
    'where lastSeq is what you sent, you have read all there is. After a restore or a failover that lost the last ' +
    'changes, or with an `after` beyond the end, the answer is 410: read again from the start. What the credential may not see is left out. With ' +
    '`Accept: text/event-stream` the same comes as server-sent events and goes on as changes happen: each ' +
    'has `<epoch>.<seq>` as id, `Last-Event-ID` (or `after`) says where to resume, and without either it begins now.',
  group: 'Change feed',
  scope: 'read',
  problems: ['gone'],
  query: {
    after: shape.integer({
      minimum: 0,
      maximum: Number.MAX_SAFE_INTEGER,
      description: 'Only events with a higher seq. Without it from the beginning.',
    }),
    epoch: shape.text({
      maxLength: 64,
      description:
        'The epoch of the answer that `after` came with. If the database has gone back since, numbers mean something else: 410.',
    }),
    limit: shape.integer({
      minimum: 1,
      maximum: 1_000,
      default: 100,
      description: 'Maximum number of events; fewer are sent where they are large. Not for a stream.',
    }),
    kind: shape.enum(
      allKinds.filter(({ unlogged }) => !unlogged).map(({ name }) => name),
      { description: 'Only about this kind.' },
    ),
    type: shape.text({ maxLength: 200, description: 'Only events of this type: issue.created, …' }),
    scope: shape.enum(['mode', 'organisation'], {
      default: 'mode',
      description:
        '`mode`: the data of the credential’s mode. `organisation`: members, credentials and sign-in, a log ' +
        'of its own with its own numbers; needs the admin scope.',
    }),
  },
  success: {
    status: 200,
    about: 'Events in rising order of seq.',
    streams: true,
    schema: shape.object(
      {
        events: shape.array(feedEvent),
        lastSeq: shape.integer({ minimum: 0, description: 'How far the log has been read.' }),
        epoch: shape.text({ description: 'Names the history that these numbers belong to.' }),
      },
      {
        title: 'ChangeFeed',
        examples: [{ events: [{ seq: 271, ...eventExample }], lastSeq: 271, epoch: '5f0c2a9be1d41c07' }],
      },
    ),
  },
} as const satisfies Operation
