import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { SsoDomain } from './challenge.ts'
import { after, afterCheck } from './after-check.ts'

const start = '2026-11-15T12:00:00.000Z'
const hourMs = 3_600_000

const fresh = {
  normalizedDomain: 'acme.example',
  verificationStatus: 'pending',
  verifiedAt: null,
  challengedAt: start,
  provenAt: null,
  missedChecks: 0,
  nextCheckAt: start,
} as SsoDomain

const step = fc.record({
  outcome: fc.constantFrom('found' as const, 'missing' as const, 'unknown' as const),
  isTaken: fc.boolean(),
  isAsked: fc.boolean(),
  hours: fc.integer({ min: 1, max: 1_000 }),
})

test('whatever the checks find in whatever order, a domain is verified only by a found value', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      let domain = fresh
      let at = start
      for (const { outcome, isTaken, isAsked, hours } of steps) {
        at = after(at, hours * hourMs)
        const before = domain.verificationStatus
        domain = { ...domain, ...afterCheck(domain, { outcome, message: 'x' }, { at, isTaken, isAsked }) }
        const { verificationStatus: status, verifiedAt, nextCheckAt } = domain
        if (status === 'verified') assert.ok(before === 'verified' || (outcome === 'found' && !isTaken))
        if (status === 'expired' && before !== 'expired') assert.equal(before, 'verified')
        if (status === 'conflict' && before !== 'conflict') assert.ok(outcome === 'found' && isTaken)
        assert.equal(
          verifiedAt !== null,
          status === 'verified',
          'only a verified domain has a time of verification',
        )
        if (nextCheckAt !== null) assert.ok(nextCheckAt > at, 'each check puts the next one off')
        if (status === 'verified' || status === 'pending') assert.ok(nextCheckAt, 'it is looked for again')
      }
    }),
  )
})

test('the wait grows with the age of the challenge, from minutes to half a day', () => {
  const waitAt = (hours: number): number => {
    const at = after(start, hours * hourMs)
    const missing = { outcome: 'missing', message: 'x' } as const
    const { nextCheckAt } = afterCheck(fresh, missing, { at, isTaken: false, isAsked: false })
    return (Date.parse(nextCheckAt ?? '') - Date.parse(at)) / hourMs
  }
  assert.deepEqual([0, 0.1, 4, 20, 48, 600].map(waitAt), [1 / 12, 1 / 12, 1, 5, 12, 12])
})
