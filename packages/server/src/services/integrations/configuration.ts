import { isDeepStrictEqual } from 'node:util'
import {
  CatalogError,
  type ConfiguredType,
  faultsOf,
  type IntegrationConfig,
  type IntegrationConfigs,
  type IntegrationType,
  integrations,
  integrationTypes,
  type Kinds,
  kinds,
  type Resource,
  type Stored,
} from '@svc/model'
import type { Change } from '../../store/change.ts'
import type { Records } from '../../store/records.ts'
import type { StoredRecord } from '../../store/table.ts'
import { type Context, notFound } from '../context.ts'
import { checkPrecondition, createRecord, type Precondition } from '../records/records.ts'
import { requireUses } from '../vault/permission.ts'
import { usesIn } from './keywords.ts'
import { summaryOf } from './behaviours.ts'

export type Integration = Stored<Kinds['integration']>

/** As the API shows it. */
export type ShownIntegration = Resource<Kinds['integration']>

/** The configuration of a type; null if it is not configured. */
export async function configurationOf<T extends ConfiguredType>(
  records: Records,
  type: T,
): Promise<IntegrationConfigs[T] | null> {
  const stored = await findIntegration(records, type)
  return ((stored?.record as Integration | undefined)?.config ?? null) as IntegrationConfigs[T] | null
}

export async function findIntegration(
  records: Records,
  type: IntegrationType,
): Promise<StoredRecord | undefined> {
  const [stored] = await records.list(kinds.integration, { where: [{ field: 'type', is: type }], limit: 1 })
  return stored
}

/** The integration type in a path; 404 for any other word. */
export function typeNamed(word: string): IntegrationType {
  const type = integrationTypes.find((one) => one === word)
  if (type) return type
  throw notFound(kinds.integration, word)
}

/** The same, for types that have their own configuration. */
export function configuredTypeNamed(word: string): ConfiguredType {
  const type = typeNamed(word)
  if (type !== 'webhooks') return type
  throw new CatalogError(
    'not_found',
    'Webhooks are configured individually under /webhooks; here they are only counted.',
  )
}

export interface IntegrationInput {
  readonly displayName?: string | null
  readonly config?: unknown
}

export async function configureIntegration(
  ctx: Context,
  change: Change,
  {
    type,
    input,
    ifMatch,
  }: Precondition & { readonly type: ConfiguredType; readonly input: IntegrationInput },
): Promise<StoredRecord> {
  const stored = await findIntegration(change, type)
  requireMatch(change, stored, ifMatch)
  const config = checkedConfig(type, input.config ?? {})
  await requireUses(change, usesIn(type, config))
  const displayName = nameFor(type, input.displayName, stored?.record as Integration | undefined)
  const known = { isConfigured: true, summary: summaryOf(type, config), config }
  if (!stored) return createRecord(ctx, change, kinds.integration, { type, displayName }, known)
  const next = { ...stored.record, displayName, ...known }
  if (isDeepStrictEqual(next, stored.record)) return stored
  return change.update(kinds.integration, stored, { ...next, updatedAt: change.at })
}

export async function removeIntegration(
  change: Change,
  { type, ifMatch }: Precondition & { readonly type: ConfiguredType },
): Promise<void> {
  const stored = await findIntegration(change, type)
  if (!stored) throw new CatalogError('not_found', `The integration ${type} is not configured.`)
  checkPrecondition(change, stored, ifMatch)
  await change.remove(kinds.integration, stored)
}

export function requireMatch(
  change: Change,
  stored: StoredRecord | undefined,
  ifMatch: Precondition['ifMatch'],
): void {
  if (stored) checkPrecondition(change, stored, ifMatch)
  else if (ifMatch !== undefined)
    throw new CatalogError('precondition_failed', 'There is no configuration yet for If-Match to match.')
}

function nameFor(
  type: ConfiguredType,
  given: string | null | undefined,
  before: Integration | undefined,
): string {
  const usual = integrations[type].name
  return given === undefined ? (before?.displayName ?? usual) : (given ?? usual)
}

function checkedConfig(type: ConfiguredType, given: unknown): IntegrationConfig {
  const details = [...faultsOf(integrations[type].config, given)].map(({ path, message }) => ({
    path: ['config', ...path].join('/'),
    message,
  }))
  if (details.length === 0) details.push(...invalidMappings(type, given as IntegrationConfig))
  const [first] = details
  if (!first) return given as IntegrationConfig
  throw new CatalogError('invalid_request', `${first.path} ${first.message}.`, {
    details: details.slice(0, 50),
  })
}

function invalidMappings(type: ConfiguredType, config: IntegrationConfig) {
  if (type !== 'envSync') return []
  const { environments, mappings = [] } = config as IntegrationConfigs['envSync']
  return mappings.flatMap(({ environment }, index) =>
    environments.includes(environment)
      ? []
      : [
          {
            path: `config/mappings/${index}/environment`,
            message: `must be one of the environments: ${environments.join(', ')}`,
          },
        ],
  )
}
