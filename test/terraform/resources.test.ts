import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { clockBetweenJobs, type EngineName, isLongRun, useApp } from '@svc/server/testing'
import { useProvider } from './built-provider.ts'
import { withEachTofu } from './each-tofu.ts'
import { resourceCases } from './every-attribute.ts'
import { configurableAttributes, keptSchema } from './provider-schema.ts'
import * as walking from './resource-walk.ts'

const provider = useProvider()

/** OpenTofu 1.6 does not take the configuration that it generates for these. */
const withReadOnlyParts = ['svc_identity_provider']

await withEachTofu((tofu, wanted) => {
  describe('sqlite', () => check('sqlite', wanted === 'newest'))
  // Providers cannot tell the engines apart: what they ask is tested on both elsewhere.
  if (wanted !== 'newest' || !isLongRun) return
  if (process.env.SVC_TEST_DATABASE_URL) describe('postgres', () => check('postgres', false))
  else test('postgres', { skip: 'SVC_TEST_DATABASE_URL is not set; npm test sets it' }, () => {})

  function check(engine: EngineName, isEachAttributeChanged: boolean): void {
    const app = useApp(engine, { now: clockBetweenJobs() })
    test('the life cycle of every resource', async (t) => {
      const started = await walking.begin(t, { app, tofu, provider })
      const attached = walking.attachedIn(started)
      // Made and taken back by processes that know nothing of each other; the examples show the same of the oldest.
      const byItself = wanted === 'newest' ? started : attached
      await t.test('are created, with the minimum and with all attributes', () => walking.make(byItself))
      if (isEachAttributeChanged) await walking.changeEachAttribute(t, attached)
      await t.test('are imported by import blocks, which generate their configuration', (s) =>
        walking.importAll(s, attached, { byHand: wanted === '1.6.2' ? withReadOnlyParts : [] }),
      )
      await t.test('are imported by the import command', (s) => walking.importSome(s, attached))
      await t.test('lose attributes that are no longer configured', () => walking.takeBack(byItself))
      await t.test('are reverted if others have changed them', () => walking.undoDrift(attached))
      await t.test('are recreated if others have deleted them', () => walking.makeAnew(attached))
      await t.test('go', () => walking.end(attached))
    })
  }
})

/** There is only one, or it needs what the oldest host does not have: they have tests of their own. */
const apart = ['svc_sso_settings', 'svc_scim_token']

test('the walk changes every attribute of every other resource', async () => {
  const { resource_schemas } = await keptSchema()
  const walked = Object.entries(resource_schemas).filter(([type]) => !apart.includes(type))
  const known = configurableAttributes(Object.fromEntries(walked))
  const cases = resourceCases(['a', 'b'])
  const changed = Object.entries(cases).map(([type, { changes }]) => [
    type,
    [...new Set(changes.flatMap((change) => Object.keys(change)))].toSorted(),
  ])
  assert.deepEqual(Object.fromEntries(changed.toSorted()), known)
  for (const [type, { full }] of Object.entries(cases)) {
    assert.deepEqual(Object.keys(full).toSorted(), known[type], type)
  }
})
