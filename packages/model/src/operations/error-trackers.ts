import { filtersOf, pageParams } from '../kind/filters.ts'
import { schemasOf } from '../kind/schemas.ts'
import { errorTracker } from '../kinds/error-tracker.ts'
import { listOf, type Operation, recordOf } from './operation.ts'

const { group } = errorTracker
const path = '/error-trackers/{appId}'

export const listErrorTrackers = {
  id: 'listErrorTrackers',
  method: 'GET',
  path: '/error-trackers',
  summary: 'List error trackers',
  group,
  scope: 'read',
  query: { ...filtersOf(errorTracker), ...pageParams },
  success: { status: 200, about: 'Newest first.', schema: listOf('errorTrackers', recordOf(errorTracker)) },
} as const satisfies Operation

export const getErrorTracker = {
  id: 'getErrorTracker',
  method: 'GET',
  path,
  summary: "Read a project's error tracker",
  group,
  scope: 'read',
  success: { status: 200, about: 'The error tracker.', schema: recordOf(errorTracker) },
} as const satisfies Operation

export const configureErrorTracker = {
  id: 'configureErrorTracker',
  method: 'PUT',
  path,
  summary: 'Say where the errors of a project are collected',
  about:
    'Replaces what was said before; another provider or project takes the snapshot away. The credential goes into the vault first; here its keyword is named. ' +
    'Needs the admin scope, which only a personal token can carry.',
  group,
  scope: 'admin',
  body: { ...schemasOf(errorTracker).update, title: 'ErrorTrackerInput' },
  bodyRule: {
    required: ['provider', 'vaultKeyword'],
    properties: { vaultKeyword: { type: 'string' } },
    allOf: (errorTracker.rules ?? []).map(({ schema }) => schema ?? {}),
  },
  bodyExample: { provider: 'sentry', projectRef: 'acme/checkout', vaultKeyword: 'sentry-token' },
  success: { status: 200, about: 'The error tracker as it is now.', schema: recordOf(errorTracker) },
} as const satisfies Operation

export const deleteErrorTracker = {
  id: 'deleteErrorTracker',
  method: 'DELETE',
  path,
  summary: "Forget a project's error tracker",
  about: 'Needs the admin scope, which only a personal token can carry.',
  group,
  scope: 'admin',
  success: { status: 204, about: 'It is gone.' },
} as const satisfies Operation

export const refreshErrorTracker = {
  id: 'refreshErrorTracker',
  asksOutside: true,
  method: 'POST',
  path: `${path}/refresh`,
  summary: 'Ask the provider which errors are open now',
  group,
  scope: 'write',
  success: { status: 200, about: 'The error tracker, brought up to date.', schema: recordOf(errorTracker) },
  problems: ['upstream_unavailable'],
} as const satisfies Operation
