import { kinds } from '@svc/model'
import { behaviour } from '../records/behaviour.ts'
import { type SsoDomain, unverified } from './challenge.ts'
import { firstCheckAfter } from './after-check.ts'
import { ownableDomain } from './domain-name.ts'
import { keepRequirements } from './requirement.ts'

/** A domain starts unverified, and does so again when another method is chosen. */
export const ssoDomainBehaviour = behaviour<SsoDomain>(kinds.ssoDomain, {
  prepare: async ({ next, before }, { at }) => {
    const normalizedDomain = await ownableDomain(next.normalizedDomain)
    const method = next.verificationMethod
    const isAsBefore = before?.verificationMethod === method && before.normalizedDomain === normalizedDomain
    return {
      ...next,
      ...(!isAsBefore && unverified(normalizedDomain, method, { at, firstCheckAt: firstCheckAfter(at) })),
      normalizedDomain,
      addedAt: before ? before.addedAt : at,
    }
  },
  release: (change, before, after) => keepRequirements(change, kinds.ssoDomain, before, after),
})
