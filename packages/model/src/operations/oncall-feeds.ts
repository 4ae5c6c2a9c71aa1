import { pageParams } from '../kind/filters.ts'
import { schemasOf } from '../kind/schemas.ts'
import { oncallFeed } from '../kinds/oncall-feed.ts'
import { shape } from '../shape/shape.ts'
import { listOf, type Operation, recordOf } from './operation.ts'

const { group } = oncallFeed

export const listOnCallFeeds = {
  id: 'listOnCallFeeds',
  method: 'GET',
  path: oncallFeed.path,
  summary: 'List the on-call feeds',
  group,
  scope: 'read',
  query: pageParams,
  success: {
    status: 200,
    about: 'Newest first, without their secrets.',
    schema: listOf('feeds', recordOf(oncallFeed)),
  },
} as const satisfies Operation

export const createOnCallFeed = {
  id: 'createOnCallFeed',
  method: 'POST',
  path: oncallFeed.path,
  summary: 'Create an on-call feed',
  about:
    'Its `url` is an iCalendar feed of who is on call, from a week ago to eight weeks ahead, for calendar programs to subscribe to. It needs no credential: the secret is in the address.',
  group,
  scope: 'write',
  // Everyone may have on-call in their calendar, even a viewer.
  scopeWaivedFor: 'sessions',
  body: schemasOf(oncallFeed).create,
  bodyExample: oncallFeed.example,
  success: {
    status: 201,
    about: 'The feed. Its address is shown only once.',
    schema: {
      ...shape.extended(
        schemasOf(oncallFeed).record,
        {
          url: shape.nullable(
            shape.text({ description: 'The address. It is shown only once; svc stores only a digest.' }),
          ),
        },
        { title: 'NewOnCallFeed' },
      ),
      examples: [
        {
          id: 'ocf_01jcq8z3v1000a7k2m9x4q6r8t',
          ...{ name: 'My calendar', of: 'everything', teamId: null, userUid: null },
          lastFour: '9f3a',
          createdBy: 'usr_01jcq8z3v1000a7k2m9x4q6r8t',
          createdAt: '2026-11-15T12:00:00.000Z',
          url: 'https://svc.example.com/v1/oncall/feeds/svc_cal_…9f3a.ics',
        },
      ],
    },
  },
} as const satisfies Operation

export const deleteOnCallFeed = {
  id: 'deleteOnCallFeed',
  method: 'DELETE',
  path: `${oncallFeed.path}/{feedId}`,
  summary: 'Revoke an on-call feed',
  about: 'Needs the admin scope, except that people revoke their own in the console.',
  group,
  scope: 'admin',
  scopeWaivedFor: 'sessions',
  success: { status: 204, about: 'Revoked: its address is not found any more.' },
} as const satisfies Operation
