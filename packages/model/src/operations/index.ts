import { isSharedByModes } from '../kind/both-modes.ts'
import type { Kind } from '../kind/kind.ts'
import { allKinds } from '../kinds/index.ts'
import { exportArchive } from './archives.ts'
import { getCostGroups } from './cost-groups.ts'
import { importCosts } from './cost-imports.ts'
import { getCosts, listProjectCosts } from './costs.ts'
import * as credentials from './credentials.ts'
import { listDeleted, restoreDeleted } from './deleted.ts'
import { getDrift } from './drift.ts'
import * as errorTrackers from './error-trackers.ts'
import { getFacets } from './facets.ts'
import { listEvents } from './feed.ts'
import { getGraph, getImpact } from './graph.ts'
import { listAuditLog, listIssueActivity } from './history.ts'
import { getUserOrigins, previewGroupMapping } from './group-mappings.ts'
import * as identity from './identity.ts'
import { importBackstage } from './imports.ts'
import { ingestCosts, ingestDeployments, ingestDrift, ingestSlis } from './ingest.ts'
import * as integrations from './integrations.ts'
import { operationsOf } from './kind-operations.ts'
import { getOnCallCoverage } from './oncall.ts'
import * as oncallFeeds from './oncall-feeds.ts'
import type { Operation } from './operation.ts'
import { getResponsibilities, handOver, setContacts } from './people.ts'
import {
  listIssueRunbooks,
  refreshOnCallBinding,
  listScorecardScores,
  listScores,
  getOpenApi,
} from './reports.ts'
import { runbookImageOperations } from './runbook-images.ts'
import { listRelatedRunbooks } from './runbooks.ts'
import * as samlKeys from './saml-keys.ts'
import * as scim from './scim.ts'
import { getNames, searchEverything } from './search.ts'
import { createSecret, setSecretValue } from './secrets.ts'
import { explainSlo, listSloSnapshots } from './slos.ts'
import { specOperations } from './specs.ts'
import { getSummaries } from './summaries.ts'
import { getTimeline } from './timeline.ts'
import * as webhooks from './webhooks.ts'

/** Endpoints other than a kind's five; each is bound to a handler by its id. */
export const specialOperations = {
  ...credentials,
  explainSlo,
  ...specOperations,
  getCosts,
  getCostGroups,
  getDrift,
  getOpenApi,
  listIssueRunbooks,
  listRelatedRunbooks,
  listProjectCosts,
  listScorecardScores,
  listScores,
  listSloSnapshots,
  refreshOnCallBinding,
  ...runbookImageOperations,
  ...webhooks,
  getGraph,
  getImpact,
  listIssueActivity,
  listAuditLog,
  listDeleted,
  restoreDeleted,
  listEvents,
  createSecret,
  setSecretValue,
  ...integrations,
  ...identity,
  ...samlKeys,
  ...scim,
  ...errorTrackers,
  importBackstage,
  importCosts,
  exportArchive,
  ingestDeployments,
  ingestCosts,
  ingestDrift,
  ingestSlis,
  searchEverything,
  getNames,
  getFacets,
  getSummaries,
  getTimeline,
  getResponsibilities,
  handOver,
  getOnCallCoverage,
  ...oncallFeeds,
  setContacts,
  previewGroupMapping,
  getUserOrigins,
}

/** The same, by their ids, as the compiler sees them. */
export type SpecialOperations = {
  readonly [K in keyof typeof specialOperations as (typeof specialOperations)[K]['id']]: (typeof specialOperations)[K]
}

export type SpecialOperationId = keyof SpecialOperations

/** Those that are answered with a file. */
export type FileOperationId = {
  [Id in SpecialOperationId]: SpecialOperations[Id] extends { readonly file: string } ? Id : never
}[SpecialOperationId]

/** Every endpoint of the API. */
export const allOperations: readonly Operation[] = [
  ...allKinds.flatMap(operationsOf),
  ...Object.values(specialOperations),
]

const bySpecificity = allKinds.toSorted((a, b) => b.path.length - a.path.length)

/** The kind whose records an endpoint is about, according to its path. */
export const kindOf = ({ kind, path }: Operation): Kind | undefined =>
  kind ?? bySpecificity.find((one) => path === one.path || path.startsWith(`${one.path}/`))

/** Whether an endpoint is about both modes, or changes what both share, which is done in live mode only. */
export const isLiveOnly = (operation: Operation): boolean => {
  if (operation.ofBothModes) return true
  const kind = kindOf(operation)
  return operation.method !== 'GET' && !operation.ofMode && kind !== undefined && isSharedByModes(kind)
}
