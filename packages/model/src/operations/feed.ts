import { allKinds } from '../kinds/index.ts'
import { shape } from '../shape/shape.ts'
import { eventExample, eventFields } from './history.ts'
import type { Operation } from './operation.ts'

const feedEvent = shape.object({
  seq: shape.integer({ minimum: 1, description: 'Its number in the log: 1, 2, 3, … without gaps.' }),
  ...eventFields,
})

export const listEvents = {
  id: 'listEvents',
  large: true,
  method: 'GET',
  path: '/events',
  summary: 'Follow every change',
  about:
    'The log from any position, oldest first. Continue with `after` and `epoch` set to the lastSeq and epoch of the answer; ' +
    'when lastSeq comes back unchanged, you have read everything. After a restore or a failover that lost the last ' +
    'changes, or with an `after` beyond the end, the answer is 410: read again from the start. Events the credential may not see are left out. With ' +
    '`Accept: text/event-stream` the feed is sent as server-sent events and continues as changes happen: each event ' +
    'has `<epoch>.<seq>` as its id, `Last-Event-ID` (or `after`) says where to resume, and without either the feed starts now.',
  group: 'Change feed',
  scope: 'read',
  problems: ['gone'],
  query: {
    after: shape.integer({
      minimum: 0,
      maximum: Number.MAX_SAFE_INTEGER,
      description: 'Only events with a higher seq. Without it, from the beginning.',
    }),
    epoch: shape.text({
      maxLength: 64,
      description:
        'The epoch of the answer that `after` came from. If the database was rolled back since, the numbers have another meaning, and the answer is 410.',
    }),
    limit: shape.integer({
      minimum: 1,
      maximum: 1_000,
      default: 100,
      description: 'Maximum number of events; fewer are sent if they are large. Ignored for a stream.',
    }),
    kind: shape.enum(
      allKinds.filter(({ unlogged }) => !unlogged).map(({ name }) => name),
      { description: 'Only events about this kind.' },
    ),
    type: shape.text({ maxLength: 200, description: 'Only events of this type: issue.created, …' }),
    scope: shape.enum(['mode', 'organisation'], {
      default: 'mode',
      description:
        '`mode`: the data of the credential’s mode. `organisation`: members, credentials and sign-in, a separate ' +
        'log with its own numbers; needs the admin scope.',
    }),
  },
  success: {
    status: 200,
    about: 'Events in ascending order of seq.',
    streams: true,
    schema: shape.object(
      {
        events: shape.array(feedEvent),
        lastSeq: shape.integer({ minimum: 0, description: 'How far the log has been read.' }),
        epoch: shape.text({ description: 'Identifies the history that these numbers belong to.' }),
      },
      {
        title: 'ChangeFeed',
        examples: [{ events: [{ seq: 271, ...eventExample }], lastSeq: 271, epoch: '5f0c2a9be1d41c07' }],
      },
    ),
  },
} as const satisfies Operation
