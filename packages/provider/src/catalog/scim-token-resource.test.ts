import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { clockBetweenJobs, useApp } from '@svc/server/testing'
import { type ObjectValue, unknown } from '../protocol/value.ts'
import { complaintsOf, newScene, type Scene } from './testing/scene.ts'

const app = useApp('sqlite', { now: clockBetweenJobs() })
const type = 'svc_scim_token'

const newSecret = (): string => `svc_scim_${randomBytes(24).toString('hex')}`

const isValid = async (secret: string): Promise<boolean> =>
  (await fetch(`${app.url}/scim/v2/Users`, { headers: { authorization: `Bearer ${secret}` } })).status === 200

async function actionFor(scene: Scene, config: ObjectValue): Promise<string> {
  await scene.begin()
  return (await scene.driver.plan({ type, config })).action
}

test('a token works with the secret that it was given, of which the state has nothing', async (t) => {
  const scene = await newScene(t, app)
  const secret = newSecret()
  const config = { name: 'Okta', token_wo: secret }
  const made = await scene.driver.apply({ type, config })
  assert.equal(made?.last_four, secret.slice(-4))
  assert.equal(await isValid(secret), true)
  const stored = [...scene.driver.states.values()].map(
    ({ json, private: kept }) => `${Buffer.from(json)}${Buffer.from(kept)}`,
  )
  assert.equal(stored.length, 1)
  assert.doesNotMatch(stored.join(), new RegExp(secret.slice(9)))
  assert.doesNotMatch(scene.host.logged.join(), new RegExp(secret.slice(9)))
  // An ephemeral secret is another one each time.
  assert.equal(await actionFor(scene, { ...config, token_wo: newSecret() }), 'no-op')
  assert.equal(await actionFor(scene, { name: 'Okta' }), 'no-op')
})

test('another version, name or provider replaces it, and the old secret ends', async (t) => {
  const scene = await newScene(t, app)
  const [first, second] = [newSecret(), newSecret()]
  const made = await scene.driver.apply({ type, config: { name: 'x', token_wo: first, token_wo_version: 1 } })
  const next = { name: 'x', token_wo: second, token_wo_version: 2 }
  assert.equal(await actionFor(scene, { ...next, name: 'y', token_wo_version: 1 }), 'replace')
  assert.equal(await actionFor(scene, next), 'replace')
  const renewed = await scene.driver.apply({ type, config: next })
  assert.notEqual(renewed?.id, made?.id)
  assert.deepEqual([await isValid(first), await isValid(second)], [false, true])
  assert.equal(await actionFor(scene, next), 'no-op')
  await scene.begin()
  await scene.driver.destroy(type)
  assert.equal(await isValid(second), false)
})

test('one that was made elsewhere is imported without its secret, and gets a version without being replaced', async (t) => {
  const scene = await newScene(t, app)
  const { body } = await scene.client.post('/scim-tokens', { name: 'Entra ID' })
  await scene.driver.import(type, body.id)
  assert.equal(await actionFor(scene, { name: 'Entra ID' }), 'no-op')
  const config = { name: 'Entra ID', token_wo_version: 1 }
  assert.equal(await actionFor(scene, config), 'update')
  assert.equal((await scene.driver.apply({ type, config }))?.id, body.id)
  assert.equal(await isValid(body.token), true)
  assert.equal((await scene.client.delete(`/scim-tokens/${body.id}`)).status, 204)
  assert.equal(await actionFor(scene, { ...config, token_wo: newSecret() }), 'create')
})

test('a secret that is missing, malformed or taken is refused, the first two by the plan', async (t) => {
  const scene = await newScene(t, app)
  const said = async (config: ObjectValue) =>
    (await complaintsOf(scene.driver.plan({ type, config })))[0]?.detail
  assert.match((await said({ name: 'x' })) ?? '', /^A new SCIM token needs its secret in token_wo/)
  assert.equal(
    await said({ name: 'x', token_wo: 'hunter2' }),
    'token_wo must be svc_scim_ and 48 lower-case hexadecimal digits: 24 random bytes.',
  )
  assert.equal(await actionFor(scene, { name: 'x', token_wo: unknown }), 'create')
  const config = { name: 'x', token_wo: newSecret() }
  await scene.driver.apply({ type, config })
  const [taken] = await complaintsOf(scene.driver.apply({ type, name: 'other', config }))
  assert.match(taken?.detail ?? '', /^There is a SCIM token with this secret\./)
})
