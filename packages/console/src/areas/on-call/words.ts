import { inWords, type Kinds, type Stored } from '@svc/model'
import { longTime, shortTime } from '../../words/times.ts'

export type Binding = Omit<Stored<Kinds['oncallBinding']>, 'changesAt'>

/** Somebody is on call whose provider did not answer when it was last asked. */
export const isOld = ({ lastFetchError, currentlyOnCallUserName }: Binding): boolean =>
  lastFetchError !== null && currentlyOnCallUserName !== null

/** From when a name is that the provider did not confirm lately. */
export const asOf = ({ lastFetchedAt }: Binding): string =>
  lastFetchedAt ? `as of ${shortTime(lastFetchedAt)}` : 'not confirmed lately'

/** Why nobody is on call, in a few words. */
export function whyNobodyShort({ provider, manual, lastFetchError }: Binding): string | undefined {
  if (provider !== 'manual') return lastFetchError ? `no answer from ${inWords(provider)}` : undefined
  if (lastFetchError) return 'it is the turn of a deactivated member'
  return manual ? undefined : 'no rota yet'
}

/** Why nobody is on call, in a sentence. */
export function whyNobody(binding: Binding, nowMs = Date.now()): string {
  const { provider, manual, lastFetchedAt, lastFetchError } = binding
  if (lastFetchError) return lastFetchError
  if (provider !== 'manual') {
    const name = inWords(provider)
    return lastFetchedAt
      ? `By the last answer of ${name}, nobody is on call now.`
      : `${name} has not been asked yet.`
  }
  if (!manual) return 'There is no rota yet.'
  const { until, rotation } = manual
  if (until && Date.parse(until) <= nowMs) return `The rota ended on ${longTime(until)}.`
  if (rotation && Date.parse(rotation.startsAt) > nowMs)
    return `The rota begins on ${longTime(rotation.startsAt)}.`
  return 'By the rota, it is nobody’s turn.'
}
