import { hash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { expandScopes, type Kinds, kinds, type Scope, scopes as knownScopes, type Stored } from '@svc/model'
import type { GuardedFetch } from '../../outbound/guarded-fetch.ts'
import type { Change } from '../../store/change.ts'
import type { Store } from '../../store/open.ts'
import { organisationIdOf } from '../../store/partition-id.ts'
import { insertShortToken } from '../../store/queries/short-tokens.ts'
import { isTrusted, type TrustIn, trustsFor, useSubjectToken } from '../../store/queries/workload.ts'
import type { StoredRecord } from '../../store/table.ts'
import { createKeySets } from '../federation/key-sets.ts'
import { newId } from '../ids.ts'
import { digestOf } from '../identity/secrets.ts'
import { newShortSecret } from '../identity/short-secrets.ts'
import { createDemandLimit } from '../upstreams/demand-limit.ts'
import { allowanceOf } from './allowance.ts'
import { createIssuers } from './issuers.ts'
import { isMet, mostSpecific, unmetBy } from './matching.ts'
import { createRefusalLog } from './refusal-log.ts'
import { ExchangeRefused, IssuerAway } from './refused.ts'
import { actorNameOf, detailsOf, runNameOf } from './run-name.ts'
import { readSubjectToken, readUnchecked, type SubjectToken } from './subject-token.ts'

type Trust = Stored<Kinds['workloadTrust']>

export interface ExchangeRequest {
  /** What the pipeline's own platform has signed. */
  readonly subjectToken: string
  /** Separated by spaces; all that the rule allows if absent. */
  readonly scope?: string | undefined
  /** An organisation, for a server of several that trust the same pipeline; or what the token says itself. */
  readonly audience?: string | undefined
}

export interface Exchanged {
  readonly token: string
  readonly scopes: readonly Scope[]
  readonly expiresIn: number
}

/** Exchanges tokens of pipelines for tokens of svc. Throws `ExchangeRefused` or `IssuerAway`. */
export interface WorkloadExchange {
  exchange(request: ExchangeRequest): Promise<Exchanged>
}

interface Dependencies {
  readonly store: Store
  readonly now: () => Date
  readonly fetch: GuardedFetch
}

/** Longer than any token can be new enough. */
const rememberMs = 20 * 60_000
const limits = { ofEach: 20, inAll: 100, waitMs: 10_000 }

export function createWorkloadExchange({ store, now, fetch }: Dependencies): WorkloadExchange {
  const demand = createDemandLimit(limits)
  const tools = { keySets: createKeySets(fetch, now), issuers: createIssuers(fetch, now), now }
  const refusals = createRefusalLog(store, now)

  /** The rules that name whom a token claims to be from and for. Without one nobody is asked anything. */
  const concernedBy = async (subjectToken: string) => {
    const said = await readUnchecked(subjectToken)
    if (!(await store.run(isTrusted, said.issuer))) throw new ExchangeRefused('No rule names the issuer.')
    const concerned = await store.run(trustsFor, said)
    const [first] = concerned
    if (!first) throw new ExchangeRefused('No rule names the audience.')
    return { said, concerned, first }
  }

  return {
    async exchange(request) {
      const { said, concerned, first } = await concernedBy(request.subjectToken)
      let told = concerned
      try {
        // In turn with others of the organisation that has trusted the issuer first.
        const token = await demand.run(organisationIdOf(first.homeId), () =>
          readSubjectToken(tools, request.subjectToken, said),
        )
        const fitting = concerned.filter(({ trust }) => isMet(trust.conditions, token.claims))
        if (fitting.length === 0) throw new Unmet(token.claims)
        // From here on it concerns nobody else.
        told = fitting
        const found = choose(fitting, request, first.trust.audience)
        return await issue({ store, now }, found, token, request)
      } catch (error) {
        if (error instanceof Unmet) {
          // Where other organisations see the reason too, it does not say what is in the token.
          const isShown = organisationsOf(concerned).size === 1
          await refusals.note(concerned, ({ trust }) => unmetBy(trust.conditions, error.claims, isShown))
          throw new ExchangeRefused('No rule fits the token.', { cause: error })
        }
        if (error instanceof ExchangeRefused || error instanceof IssuerAway)
          await refusals.note(told, error.message)
        throw error
      }
    },
  }
}

/** The token is genuine, and no rule fits it. */
class Unmet extends Error {
  readonly claims: SubjectToken['claims']

  constructor(claims: SubjectToken['claims']) {
    super('No rule fits the token.')
    this.claims = claims
  }
}

function choose(fitting: readonly TrustIn[], { audience, scope }: ExchangeRequest, ofToken: string): TrustIn {
  const meant =
    audience === undefined || audience === ofToken
      ? fitting
      : fitting.filter(({ homeId }) => organisationIdOf(homeId) === audience)
  if (meant.length === 0)
    throw new ExchangeRefused('The request names another audience.', { code: 'invalid_target' })
  if (organisationsOf(meant).size > 1)
    throw new ExchangeRefused(
      'Rules of several organisations fit the token. Give each an audience of its own, or name the organisation in the request.',
    )
  const asked = scopesIn(scope)
  const able =
    asked && meant.filter(({ trust }) => asked.every((one) => expandScopes(trust.scopes).includes(one)))
  const found = mostSpecific(able ?? meant)
  if (!found) throw new ExchangeRefused('The scope is more than the rule allows.', { code: 'invalid_scope' })
  return found
}

const organisationsOf = (found: readonly TrustIn[]): ReadonlySet<string> =>
  new Set(found.map(({ homeId }) => homeId))

/** Undefined if the request asks for nothing in particular. */
function scopesIn(scope: string | undefined): readonly Scope[] | undefined {
  if (scope === undefined || scope.trim() === '') return undefined
  return scope
    .trim()
    .split(/ +/)
    .map((one) => {
      const known = knownScopes.find((name) => name === one)
      if (known) return known
      throw new ExchangeRefused('The request asks for a scope that does not exist.', {
        code: 'invalid_scope',
      })
    })
}

/** Uses the pipeline's token up, in one transaction with all that is written. */
async function issue(
  { store, now }: Pick<Dependencies, 'store' | 'now'>,
  { homeId, trust }: TrustIn,
  { id, claims }: SubjectToken,
  { scope }: ExchangeRequest,
): Promise<Exchanged> {
  const run = runNameOf(claims)
  const actor = { type: 'key', id: trust.id, name: actorNameOf(trust.name, run) } as const
  return store.write({ partitionId: homeId, actor, now }, async (change) => {
    const stored = await change.find(kinds.workloadTrust, trust.id)
    // It may have been changed while the issuer was asked for its keys.
    if (!stored || !isDeepStrictEqual(allowanceOf(stored.record as Trust), allowanceOf(trust)))
      throw new ExchangeRefused('The rule was changed meanwhile.')
    const at = Date.parse(change.at)
    const used = {
      digest: hash('sha256', JSON.stringify([trust.issuer, id])),
      expiresAt: later(at, rememberMs),
    }
    if (!(await change.run(useSubjectToken, used)))
      throw new ExchangeRefused('The token was exchanged before.')
    const scopes = scopesIn(scope) ?? expandScopes(trust.scopes)
    const token = newShortSecret('workload', trust.mode)
    await change.run(insertShortToken, digestOf(token), {
      ...{ kind: 'workload', homeId, id: newId('wit'), mode: trust.mode, scopes, name: run },
      ...{ userId: null, grantId: null, trustId: trust.id },
      ...{ createdAt: change.at, expiresAt: later(at, trust.maxSeconds * 1_000) },
    })
    await noteUse(change, stored)
    await change.log('workload_trust.exchanged', { kind: kinds.workloadTrust.name, id: trust.id }, null, {
      run,
      scopes,
      mode: trust.mode,
      seconds: trust.maxSeconds,
      ...detailsOf(claims),
    })
    return { token, scopes, expiresIn: trust.maxSeconds }
  })
}

const later = (at: number, ms: number): string => new Date(at + ms).toISOString()

/** Often enough to see whether a rule is still used; each time, callers are read again everywhere. */
const useMs = 60_000

async function noteUse(change: Change, stored: StoredRecord): Promise<void> {
  const { lastUsedAt } = stored.record as Trust
  if (lastUsedAt !== null && Date.parse(change.at) - Date.parse(lastUsedAt) < useMs) return
  await change.derive(kinds.workloadTrust, stored, { ...stored.record, lastUsedAt: change.at })
}
