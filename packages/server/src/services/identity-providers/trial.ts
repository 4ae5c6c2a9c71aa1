import { isDeepStrictEqual } from 'node:util'
import { kinds } from '@svc/model'
import type { GuardedFetch } from '../../outbound/guarded-fetch.ts'
import type { Change } from '../../store/change.ts'
import type { StoredRecord } from '../../store/table.ts'
import { type Context, notFound, writeTo } from '../context.ts'
import { refreshMetadata } from '../federation/saml/refresh-metadata.ts'
import { findRecord } from '../records/records.ts'
import { grantUse } from '../vault/permission.ts'
import { hostOf } from '../vault/uses.ts'
import type { Vault } from '../vault/vault.ts'
import { sentenceOf, type Verdict } from '../verdict.ts'
import { complete, type IdentityProvider } from './complete.ts'
import { type Discovered, tryOidc } from './oidc.ts'
import { trySaml } from './saml.ts'

/** The result of a test, and the tested provider. */
export interface TriedProvider extends Verdict {
  readonly stored: StoredRecord
}

/** Tests an identity provider; whatever goes wrong becomes the result. */
export type ProviderTrial = (ctx: Context, id: string) => Promise<TriedProvider>

interface Tools {
  readonly fetch: GuardedFetch
  readonly vault: Vault
}

export const createProviderTrial =
  (tools: Tools): ProviderTrial =>
  async (ctx, id) => {
    const problem = await readMetadata(ctx, tools, await found(ctx, id))
    const tried = await found(ctx, id)
    const { discovered, ...verdict } = problem ?? (await outcomeOf(ctx, tools, tried))
    return writeTo(ctx, kinds.identityProvider, (change) => keep(change, { tried, verdict, discovered }))
  }

const found = async (ctx: Context, id: string): Promise<IdentityProvider> =>
  complete((await findRecord(ctx, kinds.identityProvider, id)).record as IdentityProvider)

/** What a SAML provider publishes comes first: the rest of the test is about that. */
async function readMetadata(
  { store, caller, now }: Context,
  { fetch }: Tools,
  provider: IdentityProvider,
): Promise<Outcome | undefined> {
  if (!provider.saml?.metadataUrl) return undefined
  const place = { homeId: caller.organisation.home, provider, actor: caller.actor }
  return refreshMetadata({ store, now, fetch }, place).then(
    () => undefined,
    (error: unknown) => ({ ok: false, message: sentenceOf(error) }),
  )
}

type Outcome = Verdict & { readonly discovered?: Discovered }

async function outcomeOf(
  { store, caller, now }: Context,
  { fetch, vault }: Tools,
  { protocol, oidc, saml }: IdentityProvider,
): Promise<Outcome> {
  // Sign-in is the same in both modes, so its secret is in the live vault.
  const { live } = caller.organisation.partitions
  const hasSecret = async (keyword: string, tokenEndpoint: string) => {
    const use = { type: 'oidc', host: hostOf(tokenEndpoint) } as const
    await grantUse({ store, now }, { partitionId: live, actor: caller.actor }, { keyword, use })
    return (await vault.reveal(live, keyword, { ...use, actor: caller.actor })) !== null
  }
  try {
    return protocol === 'oidc'
      ? await tryOidc(oidc, { fetch, hasSecret })
      : await trySaml(saml, { fetch, now: now() })
  } catch (error) {
    return { ok: false, message: sentenceOf(error) }
  }
}

interface Result {
  readonly tried: IdentityProvider
  readonly verdict: Verdict
  readonly discovered: Discovered | undefined
}

async function keep(change: Change, { tried, verdict, discovered }: Result): Promise<TriedProvider> {
  const stored = await change.find(kinds.identityProvider, tried.id)
  if (!stored) throw notFound(kinds.identityProvider, tried.id)
  const provider = complete(stored.record as IdentityProvider)
  if (!isDeepStrictEqual([provider.saml, provider.oidc], [tried.saml, tried.oidc]))
    return { ok: false, message: 'The provider was changed during the test. Test it again.', stored }
  const { at } = change
  const tested = {
    ...provider,
    lastTestedAt: at,
    lastTestResult: verdict.ok ? ('success' as const) : ('failed' as const),
  }
  const kept = await keepDiscovered(change, stored, tested, discovered)
  await change.log(
    'identity_provider.tested',
    { kind: kinds.identityProvider.name, id: provider.id },
    { lastTestResult: provider.lastTestResult },
    { lastTestResult: tested.lastTestResult },
  )
  return { ...verdict, stored: kept }
}

/** Discovered endpoints count as an edit of the provider; a new test time alone does not. */
function keepDiscovered(
  change: Change,
  stored: StoredRecord,
  tested: IdentityProvider,
  discovered: Discovered | undefined,
): Promise<StoredRecord> {
  const { oidc } = tested
  if (!oidc || !discovered) return change.derive(kinds.identityProvider, stored, tested)
  const filled = { ...oidc, ...discovered }
  const next = { ...tested, oidc: { ...filled, jwksCachedAt: change.at } }
  return isDeepStrictEqual(filled, oidc)
    ? change.derive(kinds.identityProvider, stored, next)
    : change.update(kinds.identityProvider, stored, { ...next, updatedAt: change.at })
}
