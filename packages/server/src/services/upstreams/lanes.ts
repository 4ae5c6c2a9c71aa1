import { CatalogError } from '@svc/model'
import { ForbiddenAddressError, UpstreamError, type UpstreamReason } from '../../outbound/errors.ts'
import { foreseenMessage } from '../foreseen.ts'
import { sideBySide } from '../side-by-side.ts'

/** What came of asking. */
export type Outcome<A> = { readonly answer: A } | { readonly failure: string; readonly cause: unknown }

export async function outcomeOf<A>(asking: Promise<A>): Promise<Outcome<A>> {
  try {
    return { answer: await asking }
  } catch (cause) {
    return { failure: sentenceOf(cause).slice(0, 2_000), cause }
  }
}

/** What is kept is for every reader: of what went wrong in svc itself, as in its database, they get the name alone. */
function sentenceOf(cause: unknown): string {
  if (!(cause instanceof Error)) return 'The provider did not answer.'
  return foreseenMessage(cause) ?? `svc itself failed while asking (${cause.name}).`
}

/** All that one organisation wants to know of one provider. */
export interface Lane<Q> {
  /** Lanes of another provider are never waited for. */
  readonly provider: string
  /** Those that have waited longest first. */
  readonly questions: readonly Q[]
  /** What a question is asked with, where that is not the same for all of them. */
  credentialOf?(question: Q): string
}

/** Enough that one organisation's slow provider leaves room for the others. */
const lanesAtOnce = 8
const questionsAtOnce = 4
/** What is left then is asked first in the next run. */
const laneMs = 45_000

/**
 * Asks all questions: providers beside each other, a few organisations of each beside each other, a few
 * questions of each. What concerns a credential, such as that it is refused, answers the other questions that are asked
 * with it too.
 */
export async function askAll<Q, A>(
  lanes: readonly Lane<Q>[],
  ask: (question: Q) => Promise<A>,
  keep: (question: Q, outcome: Outcome<A>) => Promise<void>,
): Promise<void> {
  const byProvider = Map.groupBy(lanes, ({ provider }) => provider)
  await sideBySide(byProvider.values(), byProvider.size, (same) =>
    sideBySide(same, lanesAtOnce, (lane) => askLane(lane, ask, keep)),
  )
}

async function askLane<Q, A>(
  { questions, credentialOf = () => '' }: Lane<Q>,
  ask: (question: Q) => Promise<A>,
  keep: (question: Q, outcome: Outcome<A>) => Promise<void>,
): Promise<void> {
  const endsAt = Date.now() + laneMs
  const shared = new Map<string, Outcome<A>>()
  await sideBySide(questions, questionsAtOnce, async (question) => {
    if (Date.now() > endsAt) return
    const credential = credentialOf(question)
    const outcome = shared.get(credential) ?? (await outcomeOf(ask(question)))
    const reason = reasonOf(outcome)
    if (reason === 'aborted') return // the server is closing: that says nothing about the provider
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

/** False where the record went meanwhile. */
export const isKept = (keeping: Promise<unknown>): Promise<boolean> =>
  keeping.then(
    () => true,
    (error: unknown) => {
      if (error instanceof CatalogError) return false
      throw error
    },
  )
