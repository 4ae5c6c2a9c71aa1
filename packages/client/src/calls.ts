import {
  allOperations,
  type CostRollup,
  type CreateInput,
  type Drift,
  type HandOver,
  type HandOverRequest,
  type ingestStatuses,
  type Kinds,
  type Resource,
  type Responsibilities,
  type SloExplanation,
  type SpecialOperationId,
  type UpdateInput,
} from '@svc/model'
import { addressOf, type Query } from './address.ts'
import type { Fields } from './answer.ts'
import { newIdempotencyKey } from './idempotency-key.ts'
import type { ChangeOptions, CreateOptions } from './records.ts'
import type { Send } from './transport.ts'

/** What a special operation takes and answers with, where the types of the model can say it. */
interface Known {
  readonly listTokens: { readonly answer: List<'tokens', 'token'> }
  readonly createToken: {
    readonly body: CreateInput<Kinds['token']>
    readonly answer: Resource<Kinds['token']> & { readonly token: string | null }
  }
  readonly deleteToken: { readonly answer: Nothing }
  readonly listApiKeys: { readonly answer: List<'apiKeys', 'apiKey'> }
  readonly createApiKey: {
    readonly body: CreateInput<Kinds['apiKey']>
    readonly answer: Resource<Kinds['apiKey']> & { readonly key: string | null }
  }
  readonly deleteApiKey: { readonly answer: Nothing }
  readonly listSloSnapshots: { readonly answer: List<'snapshots', 'sloSnapshot'> }
  readonly listIssueRunbooks: { readonly answer: List<'runbooks', 'runbook'> }
  readonly explainSlo: { readonly answer: SloExplanation }
  readonly refreshOnCallBinding: { readonly answer: Resource<Kinds['oncallBinding']> }
  readonly getCosts: { readonly answer: CostRollup }
  readonly listProjectCosts: {
    readonly answer: {
      readonly projects: readonly (CostRollup & { readonly appName: string | null })[]
      readonly nextCursor: string | null
    }
  }
  readonly getDrift: { readonly answer: { readonly drift: Drift | null } }
  readonly listScorecardScores: { readonly answer: List<'scores', 'score'> }
  readonly listScores: { readonly answer: List<'scores', 'score'> }
  readonly createWebhook: {
    readonly body: CreateInput<Kinds['webhook']>
    readonly answer: NewWebhook
  }
  readonly rotateWebhookSecret: { readonly answer: NewWebhook }
  readonly testWebhook: { readonly answer: Resource<Kinds['webhookDelivery']> }
  readonly redeliverWebhook: { readonly answer: Resource<Kinds['webhookDelivery']> }
  readonly listWebhookDeliveries: { readonly answer: List<'deliveries', 'webhookDelivery'> }
  readonly listEvents: { readonly answer: Feed }
  readonly createSecret: {
    readonly body: CreateInput<Kinds['secret']> & GivenValue
    readonly answer: Resource<Kinds['secret']>
  }
  readonly setSecretValue: { readonly body: GivenValue; readonly answer: Resource<Kinds['secret']> }
  readonly listIntegrations: {
    readonly answer: { readonly integrations: readonly Resource<Kinds['integration']>[] }
  }
  readonly getIntegration: { readonly answer: Resource<Kinds['integration']> }
  readonly configureIntegration: {
    readonly body: { readonly displayName?: string | null; readonly config: object }
    readonly answer: Resource<Kinds['integration']>
  }
  readonly deleteIntegration: { readonly answer: Nothing }
  readonly testIntegration: { readonly answer: { readonly ok: boolean; readonly message: string } }
  readonly listErrorTrackers: { readonly answer: List<'errorTrackers', 'errorTracker'> }
  readonly getErrorTracker: { readonly answer: Resource<Kinds['errorTracker']> }
  readonly configureErrorTracker: {
    readonly body: Omit<CreateInput<Kinds['errorTracker']>, 'appId'>
    readonly answer: Resource<Kinds['errorTracker']>
  }
  readonly deleteErrorTracker: { readonly answer: Nothing }
  readonly refreshErrorTracker: { readonly answer: Resource<Kinds['errorTracker']> }
  readonly ingestDeployments: Reports<CreateInput<Kinds['deployment']>>
  readonly ingestCosts: Reports<CreateInput<Kinds['costEntry']>>
  readonly ingestDrift: Reports<Optional<CreateInput<Kinds['driftSnapshot']>, 'scannedAt' | 'driftedCount'>>
  readonly ingestSlis: Reports<{
    readonly externalId?: string | null
    readonly sloId: string
    readonly value: number
    readonly at?: string
  }>
  readonly searchEverything: { readonly answer: { readonly results: readonly NamedRecord[] } }
  readonly getNames: { readonly answer: { readonly names: readonly NamedRecord[] } }
  readonly getResponsibilities: { readonly answer: Responsibilities }
  readonly handOver: { readonly body: HandOverRequest; readonly answer: HandOver }
  readonly getSsoSettings: { readonly answer: Resource<Kinds['ssoSettings']> }
  readonly updateSsoSettings: {
    readonly body: UpdateInput<Kinds['ssoSettings']>
    readonly answer: Resource<Kinds['ssoSettings']>
  }
}

export interface NamedRecord {
  readonly kind: string
  readonly id: string
  readonly name: string
  /** Of a member, asked for by id. */
  readonly isActive?: boolean
}
/** One report or a batch of them, and what became of each. */
interface Reports<Item> {
  readonly body: Item | { readonly items: readonly Item[] }
  readonly answer: { readonly results: readonly IngestResult[] }
}
export interface IngestResult {
  readonly index: number
  readonly externalId: string | null
  readonly status: (typeof ingestStatuses)[number]
  readonly id: string | null
  readonly reason?: string
  readonly error?: { readonly code: string; readonly message: string }
}
type Optional<T, Key extends keyof T> = Omit<T, Key> & Partial<Pick<T, Key>>
type NewWebhook = Resource<Kinds['webhook']> & { readonly secret: string }
interface Feed {
  readonly events: readonly (Fields & { readonly seq: number; readonly type: string })[]
  readonly lastSeq: number
  readonly epoch: string
}
/** The value of a vault item, as text or as bytes in Base64. */
type GivenValue = { readonly value: string } | { readonly valueBase64: string }
type Nothing = Readonly<Record<string, never>>
type List<Key extends string, K extends keyof Kinds> = {
  readonly [P in Key]: readonly Resource<Kinds[K]>[]
} & { readonly nextCursor?: string | null }

type Of<Id, Part extends string, Otherwise> = Id extends keyof Known
  ? Known[Id] extends { readonly [P in Part]: infer T }
    ? T
    : Otherwise
  : Otherwise

export type CallAnswer<Id extends SpecialOperationId> = Of<Id, 'answer', Fields>

export interface CallInput<Id extends SpecialOperationId> extends CreateOptions, ChangeOptions {
  /** For the braces in its path. */
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Query
  readonly body?: Of<Id, 'body', Fields>
}

export type Call = <Id extends SpecialOperationId>(id: Id, input?: CallInput<Id>) => Promise<CallAnswer<Id>>

const byId = new Map(allOperations.map((operation) => [operation.id, operation]))

/** Calls an endpoint that is not one of a kind's five, by the id of its operation. */
export const callOf =
  (send: Send): Call =>
  async (id, { params = {}, query = {}, idempotencyKey, ...rest } = {}) => {
    const operation = byId.get(id)
    if (!operation) throw new TypeError(`There is no operation ${id}.`)
    const { method, path, atRoot } = operation
    const reply = await send({
      ...rest,
      method,
      path: addressOf(path, { params, query }),
      atRoot,
      idempotencyKey: idempotencyKey ?? (method === 'POST' ? newIdempotencyKey() : undefined),
    })
    // The operation's id says what svc answers with.
    return reply.body as CallAnswer<typeof id>
  }
