import { setTimeout as sleep } from 'node:timers/promises'
import { IdTokenError } from './errors.ts'
import { exchangeIdToken, type ExchangeOptions, type PipelineToken } from './exchange.ts'
import { idTokenSource, type IdTokenSource } from './id-token.ts'
import { keptTokens, type KeptTokens } from './kept-tokens.ts'

export { IdTokenError } from './errors.ts'
export { idTokenVariables } from './id-token.ts'

/** What a pipeline needs besides its own platform's token. For programs on Node, not for the browser. */
export interface PipelineOptions extends Omit<ExchangeOptions, 'fetch'> {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly fetch?: ExchangeOptions['fetch'] | undefined
}

/** So long before its end a token is exchanged anew, as long as it lives long enough for that. */
const earlyMs = 120_000
const earlyShare = 0.2

/**
 * Gives a token of svc for the pipeline that this process is part of, exchanged when it is first needed and again before
 * it ends; undefined if the environment has no ID token.
 */
export function pipelineToken({ env, ...given }: PipelineOptions): (() => Promise<string>) | undefined {
  const fetch = given.fetch ?? globalThis.fetch
  const source = idTokenSource(env, fetch)
  if (!source) return undefined
  const kept = keptTokens({ endpoint: given.endpoint, env })
  let current: (PipelineToken & { readonly renewAt: number }) | undefined
  let underWay: Promise<string> | undefined

  const renew = async (): Promise<string> => {
    try {
      const made = await obtain(source, kept, { ...given, fetch })
      const leftMs = made.expiresAt - Date.now()
      current = { ...made, renewAt: made.expiresAt - Math.min(earlyMs, leftMs * earlyShare) }
    } catch (error) {
      // The one at hand may last until the platform has a new one.
      if (!current || current.expiresAt <= Date.now()) throw error
      current = { ...current, renewAt: Math.min(current.expiresAt, Date.now() + earlyMs / 4) }
    }
    return current.token
  }

  return async () => {
    if (current && current.renewAt > Date.now()) return current.token
    underWay ??= renew().finally(() => {
      underWay = undefined
    })
    return underWay
  }
}

async function obtain(
  source: IdTokenSource,
  kept: KeptTokens,
  options: ExchangeOptions,
): Promise<PipelineToken> {
  const idToken = await source.read()
  const known = kept.find(idToken)
  if (known) return known
  try {
    const made = await exchangeIdToken(idToken, options)
    kept.keep(idToken, made)
    return made
  } catch (error) {
    const other = error instanceof IdTokenError ? await keptByOther(kept, idToken) : undefined
    if (other) return other
    throw error
  }
}

const lookMs = 250
const looks = 12

/** Another command of the same job may have been exchanging it at the same moment. */
async function keptByOther(kept: KeptTokens, idToken: string): Promise<PipelineToken | undefined> {
  for (let look = 0; look < looks; look += 1) {
    const found = kept.find(idToken)
    if (found) return found
    await sleep(lookMs)
  }
  return undefined
}
