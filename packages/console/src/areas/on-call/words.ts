import { inWords, type Kinds, type Stored } from '@svc/model'
import { longTime, shortTime } from '../../words/times.ts'

export type Binding = Omit<Stored<Kinds['oncallBinding']>, 'changesAt'>

/** Whether somebody is on call, but their provider did not respond when last asked. */
export const isOld = ({ lastFetchError, currentlyOnCallUserName }: Binding): boolean =>
  lastFetchError !== null && currentlyOnCallUserName !== null

/** When a name was last confirmed by the provider. */
export const asOf = ({ lastFetchedAt }: Binding): string =>
  lastFetchedAt ? `as of ${shortTime(lastFetchedAt)}` : 'not confirmed recently'

/** Why nobody is on call, in a few words. */
export function whyNobodyShort({ provider, manual, lastFetchError }: Binding): string | undefined {
  if (provider !== 'manual') return lastFetchError ? `no response from ${inWords(provider)}` : undefined
  if (lastFetchError) return 'the person whose turn it is has been deactivated'
  return manual ? undefined : 'no rota yet'
}

/** Why nobody is on call, in a sentence. */
export function whyNobody(binding: Binding, nowMs = Date.now()): string {
  const { provider, manual, lastFetchedAt, lastFetchError } = binding
  if (lastFetchError) return lastFetchError
  if (provider !== 'manual') {
    const name = inWords(provider)
    return lastFetchedAt
      ? `According to ${name}, nobody is on call now.`
      : `${name} has not been contacted yet.`
  }
  if (!manual) return 'There is no rota yet.'
  const { until, rotation } = manual
  if (until && Date.parse(until) <= nowMs) return `The rota ended on ${longTime(until)}.`
  if (rotation && Date.parse(rotation.startsAt) > nowMs)
    return `The rota starts on ${longTime(rotation.startsAt)}.`
  return 'According to the rota, it is nobody’s turn.'
}
