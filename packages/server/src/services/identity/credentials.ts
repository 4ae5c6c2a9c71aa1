import {
  CatalogError,
  type CreateInput,
  expandScopes,
  invalid,
  type Kind,
  type Kinds,
  kinds,
  type Mode,
  type Scope,
  type Stored,
} from '@svc/model'
import type { Change } from '../../store/change.ts'
import { findGrant } from '../../store/queries/program-grants.ts'
import type { Condition } from '../../store/records.ts'
import type { StoredRecord } from '../../store/table.ts'
import type { Fields } from '../records/behaviour.ts'
import { type Caller, type Context, notFound, requireScope } from '../context.ts'
import { draftOf } from '../records/draft.ts'
import { newId } from '../ids.ts'
import { checkPrecondition, type Precondition } from '../records/records.ts'
import { refuseTokenBeyondQuota } from './own-tokens.ts'
import { newSecret, type SecretKind, secretFields } from './secrets.ts'

export interface NewCredential {
  readonly record: Fields
  /** Shown once; only its digest is stored. */
  readonly secret: string
}

/** A personal token for the caller, never more powerful than the credential that requests it. */
export async function createToken(
  ctx: Context,
  change: Change,
  input: CreateInput<Kinds['token']>,
): Promise<NewCredential> {
  const userId = personal(ctx.caller)
  const lacking = expandScopes(input.scopes ?? ['read']).filter((scope) => !ctx.caller.scopes.includes(scope))
  if (lacking.length > 0) {
    throw invalid(
      'scopes',
      `cannot include ${lacking.join(', ')}: the calling token has only ${list(ctx.caller.scopes)}`,
    )
  }
  const mode = allowedMode(ctx.caller, input.mode)
  const expiresAt = await allowedExpiry(ctx.caller, change, input.expiresAt)
  await refuseTokenBeyondQuota(change, userId)
  return insertCredential(change, kinds.token, { input: { ...input, expiresAt }, mode, userId })
}

export async function createApiKey(
  ctx: Context,
  change: Change,
  input: CreateInput<Kinds['apiKey']>,
): Promise<NewCredential> {
  const mode = allowedMode(ctx.caller, input.mode)
  const expiresAt = await allowedExpiry(ctx.caller, change, input.expiresAt)
  return insertCredential(change, kinds.apiKey, { input: { ...input, expiresAt }, mode })
}

/** A person's own tokens; in test mode only test tokens are visible. */
export function ownTokens(caller: Caller): readonly Condition[] {
  return [{ field: 'userId', is: personal(caller) }, ...ofMode(caller)]
}

export const ofMode = ({ mode }: Caller): readonly Condition[] =>
  mode === 'live' ? [] : [{ field: 'mode', is: mode }]

/** Needs admin like every deletion, but a leaked token must be able to revoke itself. */
export async function revokeToken(
  ctx: Context,
  change: Change,
  { id, ifMatch }: Precondition & { readonly id: string },
): Promise<void> {
  const userId = personal(ctx.caller)
  const stored = await change.find(kinds.token, id)
  const token = stored?.record as Stored<Kinds['token']> | undefined
  // In the console people may revoke their own tokens, whatever their role: a lost token must be revocable at once.
  const { credential } = ctx.caller
  if (credential.type !== 'session' && credential.id !== id) requireScope(ctx.caller, 'admin')
  if (!stored || token?.userId !== userId || !isVisible(ctx.caller, token.mode))
    throw notFound(kinds.token, id)
  checkPrecondition(change, stored, ifMatch)
  await change.remove(kinds.token, stored)
}

export async function revokeApiKey(
  ctx: Context,
  change: Change,
  { id, ifMatch }: Precondition & { readonly id: string },
): Promise<void> {
  const stored = await change.find(kinds.apiKey, id)
  if (!stored || !isVisible(ctx.caller, (stored.record as Stored<Kinds['apiKey']>).mode))
    throw notFound(kinds.apiKey, id)
  checkPrecondition(change, stored, ifMatch)
  await change.remove(kinds.apiKey, stored)
}

export interface CredentialInput {
  readonly input: Fields
  readonly mode: Mode
  readonly userId?: string
  /** Set if the operator has chosen it. */
  readonly secret?: string
  /** For a token that is valid only until its owner has chosen a password. */
  readonly endsWithSetup?: boolean
}

export async function insertCredential(
  change: Change,
  kind: SecretKind,
  { input, mode, userId, secret = newSecret(kind, mode), endsWithSetup = false }: CredentialInput,
): Promise<NewCredential> {
  const draft = draftOf(
    kind as Kind,
    { ...input, mode },
    { id: newId(kind.idPrefix, new Date(change.at)), at: change.at },
  )
  const expiresAt = draft.next.expiresAt as string | null
  if (expiresAt !== null && expiresAt <= change.at) throw invalid('expiresAt', 'must be in the future')
  const record = {
    ...draft.next,
    ...secretFields(kind, mode, secret),
    ...(userId !== undefined && { userId, endsWithSetup }),
  }
  const stored: StoredRecord = await change.insert(kind, record)
  return { record: stored.record, secret }
}

function personal({ actor }: Caller): string {
  if (actor.type === 'user' && actor.id !== null) return actor.id
  throw new CatalogError(
    'forbidden',
    'Personal tokens belong to people. Use a personal token for this, not an API key.',
  )
}

function allowedMode(caller: Caller, wanted: Mode | undefined): Mode {
  const mode = wanted ?? caller.mode
  if (isVisible(caller, mode)) return mode
  throw invalid('mode', 'must be test: a test token has no access to live data')
}

/** A token created by an expiring token never outlives it; without an expiry of its own it expires with it. */
async function allowedExpiry(
  { credential }: Caller,
  change: Change,
  wanted: string | null | undefined,
): Promise<string | null> {
  const calling = credential.type === 'token' ? await change.find(kinds.token, credential.id) : undefined
  // A program's tokens are renewed until its sign-in ends.
  const grant =
    calling || credential.type !== 'token'
      ? undefined
      : await change.run(findGrant, change.partitionId, credential.id)
  const latest =
    (calling?.record as Stored<Kinds['token']> | undefined)?.expiresAt ?? grant?.expiresAt ?? null
  if (latest === null) return wanted ?? null
  if (wanted === null || wanted === undefined) return latest
  if (Date.parse(wanted) <= Date.parse(latest)) return wanted
  throw invalid('expiresAt', `must be ${latest} or earlier: the calling token expires then`)
}

const isVisible = (caller: Caller, mode: Mode): boolean => caller.mode === 'live' || mode === 'test'

const list = (scopes: readonly Scope[]): string => scopes.join(', ')
