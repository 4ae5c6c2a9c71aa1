import { hash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Access } from '../../store/access.ts'
import type { Store } from '../../store/open.ts'
import { type Flow, findFlow, insertFlow, removeFlow } from '../../store/queries/federation.ts'
import { Refused } from './refused.ts'

/** How long a person has to sign in at the provider. */
const usualLifeMs = 10 * 60_000

export const digestOf = (secret: string): string => hash('sha256', secret)
const secretForm = /^[\w-]{43}$/

export const newSecret = (): string => randomBytes(32).toString('base64url')

/** What ties sign-ins to the browser that started them. It is kept for several at once, in several tabs. */
export const browserSecret = (sent: string | undefined): string =>
  sent !== undefined && secretForm.test(sent) ? sent : newSecret()

interface Beginning extends Pick<Flow, 'homeId' | 'providerId' | 'purpose' | 'data'> {
  /** The browser's own secret, or its digest where only that is known. */
  readonly browser: string | { readonly digest: string }
  readonly at: Date
  /** If it is shorter than usual. */
  readonly lifeMs?: number
}

/** Notes that a person was sent to a provider, under a name that only the provider's answer can repeat. */
export async function beginFlow(access: Access, name: string, beginning: Beginning): Promise<void> {
  const { homeId, providerId, purpose, data, browser, at, lifeMs = usualLifeMs } = beginning
  const expiresAt = new Date(at.getTime() + lifeMs).toISOString()
  await access.run(insertFlow, digestOf(name), {
    ...{ homeId, providerId, purpose, data, expiresAt },
    browser: typeof browser === 'string' ? digestOf(browser) : browser.digest,
  })
}

export interface Answered {
  /** What the answer says it is an answer to. */
  readonly name: string | undefined
  readonly providerId: string
  readonly purpose: string
  /** The secret of the browser that brings it. */
  readonly browser: string | undefined
  readonly at: Date
}

/** The sign-in that an answer belongs to, which it uses up: a second answer is refused, in every process. */
export async function takeFlow(store: Store, { browser, ...answered }: Answered): Promise<Flow> {
  const flow = await peekFlow(store, answered)
  if (browser === undefined || !isSame(flow.browser, digestOf(browser)))
    throw new Refused(
      'invalid_answer',
      'The sign-in was started in another browser, or at an address of svc that is not its public URL.',
    )
  if (!(await store.transaction((tx) => tx.run(removeFlow, digestOf(answered.name ?? '')))))
    throw new Refused('expired', 'The sign-in had already been answered.')
  return flow
}

/** The same without using it up, and where it is not known yet which browser the answer is for. */
export async function peekFlow(
  store: Store,
  { name, providerId, purpose, at }: Omit<Answered, 'browser'>,
): Promise<Flow> {
  if (name === undefined || name === '')
    throw new Refused('invalid_answer', 'The answer does not say which sign-in it belongs to.')
  const flow = await store.run(findFlow, digestOf(name))
  if (!flow || flow.expiresAt <= at.toISOString())
    throw new Refused('expired', 'The sign-in had expired or had already been answered.')
  if (flow.providerId !== providerId || flow.purpose !== purpose)
    throw new Refused('invalid_answer', 'The answer belongs to a sign-in at another provider.')
  return flow
}

const isSame = (a: string, b: string): boolean => timingSafeEqual(Buffer.from(a), Buffer.from(b))
