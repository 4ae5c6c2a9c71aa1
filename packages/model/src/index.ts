export { CatalogError, invalid, type ProblemCode, type ProblemDetail, problems } from './errors.ts'
export { type Field, type FieldType, limits, type Target, type Traits } from './kind/field.ts'
export { filtersOf, maxPage } from './kind/filters.ts'
export {
  type CreateInput,
  type Kind,
  listKeyOf,
  type Resource,
  type Rule,
  type Stored,
  scopeFor,
  type UpdateInput,
  type Verb,
} from './kind/kind.ts'
export type { JsonSchema } from './kind/schema.ts'
export { isRequired, schemasOf } from './kind/schemas.ts'
export { shown } from './kind/shown.ts'
export type { DriftMapping } from './kinds/drift-snapshot.ts'
export { allKinds, type Kinds, kindNamed, kinds } from './kinds/index.ts'
export { type IssueStatus, severities, statusGroups } from './kinds/issue.ts'
export type { RuleOutcome } from './kinds/score.ts'
export type { RuleType, ScorecardRule, ScorecardTier } from './kinds/scorecard.ts'
export { eventSchema } from './operations/history.ts'
export { allOperations, type SpecialOperationId } from './operations/index.ts'
export { type Method, type Operation, pathParams } from './operations/operation.ts'
export { specFormats } from './operations/reports.ts'
export * from './vocabulary.ts'
