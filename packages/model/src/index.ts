export { blockNameOf } from './code/block-name.ts'
export { block } from './code/hcl.ts'
export { type SignInRefusal, signInRefusals } from './identity/refusals.ts'
export {
  minBreakGlass,
  passwordAlone,
  passwordsKeepWorking,
  requiredSsoNeeds,
} from './identity/required-sso.ts'
export type { ConditionValue, Conditions } from './identity/workload-issuers.ts'
export { type ClaimNames, type Vendor, type VendorName, vendorNames, vendors } from './identity/vendors.ts'
export { resourceBlock } from './code/resource-block.ts'
export {
  CatalogError,
  invalid,
  type ProblemCode,
  type ProblemDetail,
  problems,
  unknownOutcome,
} from './errors.ts'
export { kindsDerivedFrom, kindsThatFollow } from './follows.ts'
export {
  type EdgeEnd,
  type EntityRelation,
  entityRelations,
  hitEndOf,
  inactiveValues,
  isInactive,
  typesThatHitTo,
} from './graph/failure.ts'
export { complain, complaints } from './kind/complaints.ts'
export { type Fault, faultsOf } from './kind/faults.ts'
export {
  type Field,
  type FieldType,
  limits,
  type Mentions,
  type Responsibility,
  responsibilities,
  type Target,
  type Traits,
  type Unit,
} from './kind/field.ts'
export { isDropped } from './kind/dropped.ts'
export { brokenRule, rulesAsked } from './kind/rules.ts'
export { facetField, type Filters, filtersOf, maxPage, none, takesNone } from './kind/filters.ts'
export { closest } from './words/closest.ts'
export { asQueryValue, asQueryWord, maxQuery, piecesOfQuery, type QueryPiece } from './query/query-text.ts'
export { takesQuery } from './query/query-param.ts'
export { flagsOf, type QueryKey, queryKeysOf } from './query/query-keys.ts'
export {
  allowedKeys,
  findKey,
  type QueryFault,
  type QueryTerm,
  queryLimits,
  type ReadQuery,
  readQueryText,
} from './query/read-query.ts'
export { wordsOf } from './kind/patterns.ts'
export { sortsOf } from './kind/sorts.ts'
export {
  attributeNameOf,
  codeNameOf,
  isOpenObject,
  isSetInCode,
  pluralCodeNameOf,
  snakeCase,
} from './kind/in-code.ts'
export {
  type CreateInput,
  type Icon,
  type Kind,
  listKeyOf,
  type RecordIn,
  type Resource,
  type Rule,
  type Stored,
  scopeFor,
  type Section,
  sections,
  type UpdateInput,
  type Verb,
} from './kind/kind.ts'
export {
  fieldLabel,
  handlesOf,
  labelFieldOf,
  labelIn,
  partLabel,
  plain,
  titleFieldsOf,
  titleOf,
} from './words/labels.ts'
export { refusedValues } from './kind/new-values.ts'
export { counted, oneOfKind, pluralOf, severalOfKind } from './kind/nouns.ts'
export { defaultsOf } from './shape/defaults.ts'
export { filledFrom, type JsonSchema, type Meaning, means, repeats } from './shape/json-schema.ts'
export { type Shape, shape, type ValueIn } from './shape/shape.ts'
export { isRequired, newValueSchema, schemasOf } from './kind/schemas.ts'
export { isSharedByModes } from './kind/both-modes.ts'
export { logged, shown } from './kind/shown.ts'
export { type Pointer, pointersTo } from './pointers.ts'
export { expectedBytes, maxBytes } from './kind/record-size.ts'
export { avatarOf, initialsOf } from './avatar.ts'
export { coveredBy, type DriftMapping, scanPlaces } from './kinds/drift-snapshot.ts'
export type { ErrorTrackerSnapshot } from './kinds/error-tracker.ts'
export { allKinds, findKind, type Kinds, kindNamed, kinds } from './kinds/index.ts'
export { type Criticality, edgeTypes } from './kinds/dependency.ts'
export { oncallFeedPrefix, oncallFeedSorts } from './kinds/oncall-feed.ts'
export { scimSecretPattern, scimSecretPrefix } from './kinds/scim-token.ts'
export { challengeLabel, ownSessionLimits } from './kinds/sso.ts'
export { type IssueStatus, severities, statusGroups } from './kinds/issue.ts'
export {
  canHandOver,
  handedOverKinds,
  namesMembers,
  type ResponsiblePlace,
  responsiblePlaces,
} from './operations/responsible.ts'
export type { RuleOutcome } from './kinds/score.ts'
export {
  memberFieldOf,
  ruleFields,
  type RuleType,
  type ScorecardRule,
  type ScorecardTier,
} from './kinds/scorecard.ts'
export { type Contact, contactFault, contactTypes, maxContacts } from './kind/contacts.ts'
export { addressesIn, membersIn, rotaFault } from './kind/rota.ts'
export { type Rota, type RotaPerson, type Rotation, weekdays } from './kind/rota-schema.ts'
export {
  isDeployed,
  needsHost,
  secretTypes,
  type VaultUse,
  type VaultUseType,
  vaultUseTypes,
} from './kinds/secret.ts'
export {
  defaultFreshnessMinutes,
  objectiveOf,
  percentageObjectives,
  type SloObjective,
  type SloVerdict,
  sloMinutes,
  type TakenReport,
  takenReportsKept,
} from './kinds/slo.ts'
export { everybody } from './kinds/view.ts'
export { countBuckets } from './kinds/slo-counts.ts'
export {
  atRiskPercent,
  breachedPercent,
  type BurnRule,
  burnMinutes,
  burnRules,
  type BurnWindow,
} from './slo/limits.ts'
export { type NearTarget, nearTarget } from './slo/measurement.ts'
export {
  facetKinds,
  facetParam,
  facetsOf,
  maxCounted,
  maxFacetValues,
} from './operations/facets.ts'
export { type GraphEdge, type GraphNode, graphLimits, type HitNode } from './operations/graph.ts'
export { type GroupMappingPreview, maxPreviewed, type UserOrigins } from './operations/group-mappings.ts'
export type { DeletedRecord } from './operations/deleted.ts'
export { comesBack, restorableKinds } from './operations/restorable.ts'
export { eventSchema, type LoggedEvent } from './operations/history.ts'
export {
  allOperations,
  type FileOperationId,
  isLiveOnly,
  kindOf,
  type SpecialOperationId,
  specialOperations,
  type SpecialOperations,
} from './operations/index.ts'
export { isKeptAsCode } from './operations/kept-as-code.ts'
export { type SettingsOperations, settingsOperations } from './operations/settings-operations.ts'
export type { AnswerOf, BodyOf, FileTypeOf, Nothing, ParamsOf, QueryOf } from './operations/inferred.ts'
export { accountsIn } from './cost-accounts.ts'
export {
  costBases,
  costImportLimits,
  type CostImportReport,
  costSourcePattern,
} from './operations/cost-imports.ts'
export { importLimits, type ImportReport } from './operations/imports.ts'
export { type IngestResult, ingestLimits, ingestStatuses } from './operations/ingest.ts'
export {
  type ListOf,
  type Method,
  type Operation,
  pathParams,
  routeOf,
  type Upload,
} from './operations/operation.ts'
export {
  type HandOver,
  type HandOverRequest,
  type Responsibilities,
  type ResponsibilityPart,
  responsibilityLimits,
} from './operations/people.ts'
export {
  type Coverage,
  type CoverageGap,
  coverageLimits,
  type CoverageShift,
  type EntityCoverage,
} from './operations/oncall.ts'
export type { CostRollup } from './operations/costs.ts'
export {
  type CostChange,
  type CostGroup,
  type CostGrouping,
  type CostGroups,
  costGroupings,
  costGroupLimits,
} from './operations/cost-groups.ts'
export { imageLimits, type ImageType, imageTypes, type RunbookImage } from './operations/runbook-images.ts'
export { type RelatedRunbooks, relatedRunbookLimits, type RunbookSubject } from './operations/runbooks.ts'
export type { Drift, DriftScan } from './operations/drift.ts'
export type { SloExplanation, SloFigures } from './operations/slos.ts'
export { type ApiSpec, type KeptSpec, maxKeptSpecBytes, maxSpecBytes } from './operations/specs.ts'
export { type SpecFormat, specFormatOf, specFormats, specFormatSteps } from './specs/format.ts'
export { maxNames, maxSearch, type NamedRecord } from './operations/search.ts'
export { type TimelineEntry, timelineLimits, timelineTypes } from './operations/timeline.ts'
export { maxSecretBytes } from './operations/secrets.ts'
export { type EntitySummary, summarisedKinds, summaryFollows, summaryLimits } from './operations/summaries.ts'
export {
  type UpstreamName,
  type UpstreamUrls,
  upstreamAddresses,
  upstreamLabels,
  defaultUpstreamUrls,
} from './upstreams/addresses.ts'
export {
  type ErrorTrackerProvider,
  errorTrackerProviderNames,
  errorTrackerProviders,
} from './upstreams/error-tracker-providers.ts'
export {
  goalertQuery,
  type OnCallProvider,
  oncallFactsOf,
  oncallKeyword,
  oncallProviderFor,
  oncallProviderNames,
  oncallProviders,
} from './upstreams/oncall-providers.ts'
export {
  type AddressedType,
  type ConfiguredType,
  configurationOnly,
  configuredTypes,
  type IntegrationConfig,
  type IntegrationConfigs,
  type IntegrationType,
  integrations,
  integrationTypes,
  isAddressed,
  isConfigured,
} from './upstreams/integrations.ts'
export {
  barePart,
  type CredentialField,
  type CredentialOf,
  requiredParts,
  type Upstream,
} from './upstreams/upstream.ts'
export * from './vocabulary.ts'
export { inWords } from './words/in-words.ts'
export { keyInWords } from './words/key-in-words.ts'
export { capital } from './words/spelling.ts'
