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
  summary: "Get a project's error tracker",
  group,
  scope: 'read',
  success: { status: 200, about: 'The error tracker.', schema: recordOf(errorTracker) },
} as const satisfies Operation

export const configureErrorTracker = {
  id: 'configureErrorTracker',
  method: 'PUT',
  path,
  summary: "Configure a project's error tracker",
  about:
    'Replaces the previous configuration. Changing the provider or project removes the snapshot. Store the credential in the vault first, and give its keyword here. ' +
    'Needs the admin scope, which only personal tokens can have.',
  group,
  scope: 'admin',
  body: { ...schemasOf(errorTracker).update, title: 'ErrorTrackerInput' },
  bodyRule: {
    required: ['provider', 'vaultKeyword'],
    properties: { vaultKeyword: { type: 'string' } },
    allOf: (errorTracker.rules ?? []).map(({ schema }) => schema ?? {}),
  },
  bodyExample: { provider: 'sentry', projectRef: 'acme/checkout', vaultKeyword: 'sentry-token' },
  success: { status: 200, about: 'The updated error tracker.', schema: recordOf(errorTracker) },
} as const satisfies Operation

export const deleteErrorTracker = {
  id: 'deleteErrorTracker',
  method: 'DELETE',
  path,
  summary: "Delete a project's error tracker",
  about: 'Needs the admin scope, which only personal tokens can have.',
  group,
  scope: 'admin',
  success: { status: 204, about: 'Deleted.' },
} as const satisfies Operation

export const refreshErrorTracker = {
  id: 'refreshErrorTracker',
  asksOutside: true,
  method: 'POST',
  path: `${path}/refresh`,
  summary: "Refresh a project's open errors from its provider",
  group,
  scope: 'write',
  success: { status: 200, about: 'The refreshed error tracker.', schema: recordOf(errorTracker) },
  problems: ['upstream_unavailable'],
} as const satisfies Operation
