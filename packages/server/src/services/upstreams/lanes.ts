import { CatalogError } from '@svc/model'
import { ForbiddenAddressError, UpstreamError, type UpstreamReason } from '../../outbound/errors.ts'
import { expectedErrorMessage } from '../expected-errors.ts'
import { concurrently } from '../concurrently.ts'

/** The outcome of a question. */
export type Outcome<A> = { readonly answer: A } | { readonly failure: string; readonly cause: unknown }

export async function outcomeOf<A>(asking: Promise<A>): Promise<Outcome<A>> {
  try {
    return { answer: await asking }
  } catch (cause) {
    return { failure: sentenceOf(cause).slice(0, 2_000), cause }
  }
}

/**
 * Every reader can see what is stored, so of a failure in svc itself, such as in its database, it contains only the
 * name.
 */
function sentenceOf(cause: unknown): string {
  if (!(cause instanceof Error)) return 'The provider did not answer.'
  return expectedErrorMessage(cause) ?? `svc itself failed during the request (${cause.name}).`
}

/** All questions of one organisation to one provider. */
export interface Lane<Q> {
  /** Lanes of different providers never wait for each other. */
  readonly provider: string
  /** The longest waiting first. */
  readonly questions: readonly Q[]
  /** The credential of a question, if not all of them share one. */
  credentialOf?(question: Q): string
}

/** Enough that one organisation's slow provider does not block the others. */
const lanesAtOnce = 8
const questionsAtOnce = 4
/** The rest comes first in the next run. */
const laneMs = 45_000

/**
 * Asks all questions concurrently: all providers, a few organisations of each, a few questions of each. A failure
 * that concerns a credential, such as its refusal, also answers the other questions that use it.
 */
export async function askAll<Q, A>(
  lanes: readonly Lane<Q>[],
  ask: (question: Q) => Promise<A>,
  keep: (question: Q, outcome: Outcome<A>) => Promise<void>,
): Promise<void> {
  const byProvider = Map.groupBy(lanes, ({ provider }) => provider)
  await concurrently(byProvider.values(), byProvider.size, (same) =>
    concurrently(same, lanesAtOnce, (lane) => askLane(lane, ask, keep)),
  )
}

async function askLane<Q, A>(
  { questions, credentialOf = () => '' }: Lane<Q>,
  ask: (question: Q) => Promise<A>,
  keep: (question: Q, outcome: Outcome<A>) => Promise<void>,
): Promise<void> {
  const endsAt = Date.now() + laneMs
  const shared = new Map<string, Outcome<A>>()
  await concurrently(questions, questionsAtOnce, async (question) => {
    if (Date.now() > endsAt) return
    const credential = credentialOf(question)
    const outcome = shared.get(credential) ?? (await outcomeOf(ask(question)))
    const reason = reasonOf(outcome)
    if (reason === 'aborted') return // the server is shutting down, which says nothing about the provider
    if (reason !== undefined && ofCredential.has(reason)) shared.set(credential, outcome)
    await keep(question, outcome)
  })
}

function reasonOf(outcome: Outcome<unknown>): UpstreamReason | 'forbidden' | undefined {
  if (!('cause' in outcome)) return undefined
  if (outcome.cause instanceof ForbiddenAddressError) return 'forbidden'
  return outcome.cause instanceof UpstreamError ? outcome.cause.reason : undefined
}

const ofCredential: ReadonlySet<UpstreamReason | 'forbidden'> = new Set([
  'credential',
  'throttled',
  'timeout',
  'connection',
  'name',
  'forbidden',
])

/** False if the record was deleted meanwhile. */
export const isKept = (keeping: Promise<unknown>): Promise<boolean> =>
  keeping.then(
    () => true,
    (error: unknown) => {
      if (error instanceof CatalogError) return false
      throw error
    },
  )
