import { type ConfiguredType, integrations, kinds } from '@svc/model'
import type { GuardedFetch } from '../../outbound/guarded-fetch.ts'
import { type Context, partitionOf, recordsOf } from '../context.ts'
import type { Vault } from '../vault/vault.ts'
import { sentenceOf, type Verdict } from '../verdict.ts'
import { integrationBehaviours } from './behaviours.ts'
import { configurationOf, typeNamed } from './configuration.ts'
import { secretsOf } from './credential.ts'
import { keywordsIn } from './keywords.ts'
import { probeWebhooks } from './probe-webhooks.ts'
import { webhooksOf } from './webhook-counts.ts'

/** Tests an integration; whatever goes wrong becomes the result. */
export type IntegrationTrial = (ctx: Context, type: string) => Promise<Verdict>

interface Tools {
  readonly fetch: GuardedFetch
  readonly vault: Vault
}

export const createIntegrationTrial =
  (tools: Tools): IntegrationTrial =>
  async (ctx, word) => {
    const type = typeNamed(word)
    try {
      return (
        (await (type === 'webhooks' ? tryWebhooks(ctx, tools) : tryConfigured(ctx, tools, type))) ?? nothing
      )
    } catch (error) {
      return { ok: false, message: sentenceOf(error) }
    }
  }

const nothing: Verdict = { ok: false, message: 'There is no configuration to test.' }

async function tryConfigured(
  ctx: Context,
  { fetch, vault }: Tools,
  type: ConfiguredType,
): Promise<Verdict | undefined> {
  const config = await configurationOf(recordsOf(ctx, kinds.integration), type)
  if (config === null) return undefined
  const partitionId = partitionOf(ctx.caller, kinds.secret)
  const secret = secretsOf({ vault, partitionId, type, config, actor: ctx.caller.actor })
  for (const { keyword } of keywordsIn(integrations[type].config, config)) await secret(keyword)
  return integrationBehaviours[type].probe(config as never, { fetch, secret })
}

async function tryWebhooks(ctx: Context, { fetch }: Tools): Promise<Verdict | undefined> {
  const enabled = (await webhooksOf(ctx)).filter(({ status }) => status === 'enabled')
  return enabled.length === 0
    ? undefined
    : probeWebhooks(
        enabled.slice(0, triedAtOnce).map(({ url }) => url),
        fetch,
      )
}

/** Limited, because each of them may take until its timeout. */
const triedAtOnce = 50
