import { kinds } from '@svc/model'
import { behaviour } from '../records/behaviour.ts'
import { type SsoDomain, unverified } from './challenge.ts'
import { firstCheckAfter } from './after-check.ts'
import { ownableDomain } from './domain-name.ts'
import { mailLink } from './mail-proof.ts'
import { keepRequirements } from './requirement.ts'
import { rulesChanged } from './rules-changed.ts'

/** A domain starts unverified, and does so again when another method is chosen. */
export const ssoDomainBehaviour = behaviour<SsoDomain>(kinds.ssoDomain, {
  prepare: async ({ next, before }, change, { outbox }) => {
    const { at } = change
    const normalizedDomain = await ownableDomain(next.normalizedDomain)
    const method = next.verificationMethod
    const isAsBefore = before?.verificationMethod === method && before.normalizedDomain === normalizedDomain
    const anew = isAsBefore
      ? {}
      : unverified(normalizedDomain, method, { at, firstCheckAt: firstCheckAfter(at) })
    const isMailed = !isAsBefore && method === 'email_link'
    const link = isMailed ? await mailLink(change, outbox, { id: next.id, normalizedDomain }) : {}
    return {
      ...next,
      ...anew,
      ...link,
      normalizedDomain,
      addedAt: before ? before.addedAt : at,
    }
  },
  release: (change, before, after) => keepRequirements(change, kinds.ssoDomain, before, after),
  follow: async (change) => rulesChanged(change),
  end: async (change) => rulesChanged(change),
})
