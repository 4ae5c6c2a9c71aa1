import type { Kind } from '@svc/model'
import { columnsOf, nameKeyOf } from './columns.ts'

/** What people look for first in the lists that they open most. */
const chosen: Readonly<Record<string, readonly string[]>> = {
  everything: ['name', 'kind', 'ownerTeamId', 'lifecycle', 'description', 'updatedAt'],
  project: ['name', 'ownerTeamId', 'type', 'lifecycle', 'tier', 'description', 'updatedAt'],
  team: ['name', 'description', 'leadUid', 'memberUids', 'slackChannel'],
  api: ['name', 'ownerTeamId', 'componentId', 'kind', 'lifecycle', 'tags', 'updatedAt'],
  resource: ['name', 'ownerTeamId', 'componentId', 'kind', 'lifecycle', 'tags', 'updatedAt'],
  system: ['name', 'ownerTeamId', 'domainId', 'lifecycle', 'tags', 'updatedAt'],
  domain: ['name', 'ownerTeamId', 'description', 'tags', 'updatedAt'],
  issue: ['title', 'appId', 'severity', 'status', 'assignedToUid', 'dueDate', 'updatedAt'],
  slo: ['name', 'appId', 'status', 'target', 'currentValue', 'errorBudgetPercentUsed', 'window'],
  runbook: ['title', 'runbookType', 'linkedAppIds', 'tags', 'updatedAt'],
  scorecard: ['name', 'description', 'applicableKinds', 'tags', 'updatedAt'],
  deployment: [
    'buildVersion',
    'appId',
    'status',
    'platform',
    'targetDisplayName',
    'triggeredByName',
    'createdAt',
  ],
  cost_entry: ['service', 'appId', 'category', 'amountCents', 'periodStart', 'source'],
  oncall_binding: ['label', 'targetId', 'provider', 'currentlyOnCallUserName', 'currentShiftEndsAt'],
  dependency: ['fromId', 'type', 'toId', 'criticality', 'description', 'createdAt'],
  link: ['title', 'entityId', 'type', 'url', 'updatedAt'],
  user: ['displayName', 'email', 'role', 'teamIds', 'lastLoginAt'],
  template: ['name', 'description', 'targetEntityKind', 'tags', 'updatedAt'],
}

const most = 6
/** They have their place on the record's own page. */
const unfit = new Set(['id', 'externalId', 'bodyMd'])

/** What a list shows unless someone chooses: few enough to be read. */
export function usualColumns(kind: Kind): readonly string[] {
  const known = chosen[kind.name]
  if (known) return known
  const fitting = columnsOf(kind)
    .filter(({ key, field: { type } }) => type !== 'json' && !unfit.has(key))
    .map(({ key }) => key)
  const time = kind.fields.updatedAt ? 'updatedAt' : kind.fields.createdAt ? 'createdAt' : undefined
  const name = nameKeyOf(kind) ?? fitting[0]
  const others = fitting.filter((key) => key !== name && key !== 'updatedAt' && key !== 'createdAt')
  return [name, ...others.slice(0, most - 2), time].flatMap((key) => key ?? [])
}
