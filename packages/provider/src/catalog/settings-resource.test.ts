import assert from 'node:assert/strict'
import { test } from 'node:test'
import { kinds } from '@svc/model'
import { clockBetweenJobs, useApp } from '@svc/server/testing'
import type { ObjectValue } from '../protocol/value.ts'
import { complaintsOf, newScene, type Scene } from './testing/scene.ts'

const app = useApp('sqlite', { now: clockBetweenJobs() })
const type = 'svc_sso_settings'
const path = '/sso/settings'

const settings = async ({ client }: Scene) => (await client.get(path)).body

async function actionFor(scene: Scene, config: ObjectValue): Promise<string> {
  await scene.begin()
  return (await scene.driver.plan({ type, config })).action
}

test('settings are taken over: what is configured is set, and the rest stays as it was', async (t) => {
  const scene = await newScene(t, app)
  await scene.client.patch(path, { secondFactor: 'admins', sessionIdleMinutes: 30 })
  const config = { session_idle_minutes: 60, enforcement_mode: 'optional' }
  assert.equal(await actionFor(scene, config), 'create')
  const made = await scene.driver.apply({ type, config })
  assert.equal(made?.id, scene.organisation.id)
  assert.equal(made?.second_factor, 'admins')
  const { updatedAt: _, ...now } = await settings(scene)
  assert.deepEqual(now, {
    enforcementMode: 'optional',
    allowPasswordFallback: true,
    breakGlassUidsCount: 0,
    defaultIdentityProviderId: null,
    forceJitProvisioning: false,
    passwordSessionGracePeriodMinutes: 0,
    secondFactor: 'admins',
    sessionIdleMinutes: 60,
    sessionMaxMinutes: 0,
    personalTokens: 'keep',
  })
  assert.equal(await actionFor(scene, config), 'no-op')
  assert.equal(await actionFor(scene, {}), 'no-op')
})

test('what others change is put right if it is configured, and left if it is not', async (t) => {
  const scene = await newScene(t, app)
  const config = { session_max_minutes: 1_440 }
  await scene.driver.apply({ type, config })
  await scene.client.patch(path, { secondFactor: 'all' })
  assert.equal(await actionFor(scene, config), 'no-op')
  await scene.client.patch(path, { sessionMaxMinutes: 10 })
  assert.equal(await actionFor(scene, config), 'update')
  await scene.driver.apply({ type, config })
  assert.equal((await settings(scene)).sessionMaxMinutes, 1_440)
  assert.equal((await settings(scene)).secondFactor, 'all')
})

test('destroying them changes nothing', async (t) => {
  const scene = await newScene(t, app)
  await scene.driver.apply({ type, config: { second_factor: 'all', enforcement_mode: 'optional' } })
  const before = await settings(scene)
  await scene.begin()
  await scene.driver.destroy(type)
  assert.equal(scene.driver.state(type), null)
  assert.deepEqual(await settings(scene), before)
})

test('they are imported by the id of the organisation, and by no other', async (t) => {
  const scene = await newScene(t, app)
  const imported = await scene.driver.import(type, scene.organisation.id)
  assert.equal(imported.enforcement_mode, 'disabled')
  assert.equal(await actionFor(scene, { enforcement_mode: 'disabled' }), 'no-op')
  const elsewhere = await newScene(t, app, { organisation: scene.organisation })
  const [said] = await complaintsOf(elsewhere.driver.import(type, 'org_other'))
  assert.match(said?.detail ?? '', new RegExp(`is that of the organisation: ${scene.organisation.id} for`))
})

test('a mode that would shut everybody out is refused in the words of the API', async (t) => {
  const scene = await newScene(t, app)
  const [said] = await complaintsOf(
    scene.driver.apply({ type, config: { enforcement_mode: 'required_all' } }),
  )
  assert.equal(said?.summary, 'Could not set the SSO settings')
  assert.match(said?.detail ?? '', /^enforcement_mode cannot be required_all without /)
  assert.equal((await settings(scene)).enforcementMode, 'disabled')
  const [wrong] = await complaintsOf(scene.driver.plan({ type, config: { session_idle_minutes: -1 } }))
  assert.equal(wrong?.detail, 'session_idle_minutes must be 0 or more.')
})

test('the provider that is offered first can be set and, with an empty text, be none', async (t) => {
  const scene = await newScene(t, app)
  const { id } = await scene.make(kinds.identityProvider)
  await scene.driver.apply({ type, config: { default_identity_provider_id: String(id) } })
  assert.equal((await settings(scene)).defaultIdentityProviderId, id)
  const config = { default_identity_provider_id: '' }
  await scene.driver.apply({ type, config })
  assert.equal((await settings(scene)).defaultIdentityProviderId, null)
  assert.equal(await actionFor(scene, config), 'no-op')
})
