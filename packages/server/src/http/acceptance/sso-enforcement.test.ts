import assert from 'node:assert/strict'
import { test } from 'node:test'
import { kinds } from '@svc/model'
import { changeUser } from '../../services/identity/members.ts'
import { createFixtures, onEachEngine, type TestOrganisation, useApp } from '../../testing/index.ts'
import { change, read, refusedField } from './checks.ts'

const path = '/sso/settings'
const hoursAgo = (hours: number): string => new Date(Date.now() - hours * 3_600_000).toISOString()

onEachEngine((engine) => {
  const app = useApp(engine)

  const fixturesOf = (organisation: TestOrganisation) => createFixtures({ app, organisation })
  const two = async ({ ownerId, user }: TestOrganisation) => [ownerId, (await user('admin')).id]

  test('members with break-glass access are accepted and never shown', async () => {
    const organisation = await app.organisation()
    const { owner } = organisation
    const breakGlassUids = await two(organisation)
    const settings = await change(owner, path, { breakGlassUids })
    assert.equal(settings.breakGlassUidsCount, 2)
    assert.deepEqual(await read(owner, path), settings)
    assert.equal('breakGlassUids' in settings, false)
    const { auditLog } = await read(owner, '/audit-log?subjectKind=sso_settings')
    assert.equal(auditLog[0].after.breakGlassUidsCount, 2)
    assert.doesNotMatch(JSON.stringify(auditLog.map((event: { after: unknown }) => event.after)), /usr_/)
    const more = [...breakGlassUids, ...breakGlassUids, (await organisation.user('viewer')).id]
    assert.equal((await change(owner, path, { breakGlassUids: more })).breakGlassUidsCount, 3)
    const sentBack = await change(owner, path, { ...settings, breakGlassUidsCount: 9 })
    assert.equal(sentBack.breakGlassUidsCount, 3, 'a client can send what it read')
    assert.equal((await change(owner, path, { breakGlassUids: [] })).breakGlassUidsCount, 0)
  })

  test('they are two or more active members of the organisation', async () => {
    const [organisation, other] = [await app.organisation(), await app.organisation()]
    const { owner, ownerId } = organisation
    const set = (breakGlassUids: unknown) => owner.patch(path, { breakGlassUids })
    refusedField(await set([ownerId]), 'breakGlassUids')
    refusedField(await set([ownerId, ownerId]), 'breakGlassUids')
    refusedField(await set([ownerId, other.ownerId]), 'breakGlassUids', other.ownerId)
    refusedField(await set([ownerId, 'nobody']), 'breakGlassUids', 'nobody')
    refusedField(await set('x'), 'breakGlassUids')
    refusedField(await set(Array.from({ length: 21 }, () => ownerId)), 'breakGlassUids')
    const { id, email } = await organisation.user('admin')
    await changeUser(app.store, { organisationId: organisation.id, email }, { isActive: false })
    refusedField(await set([ownerId, id]), 'breakGlassUids', id)
    assert.equal((await read(owner, path)).breakGlassUidsCount, 0)
  })

  test('a provider can be required only once one works and somebody can sign in without it', async () => {
    const organisation = await app.organisation()
    const { owner } = organisation
    const { put } = fixturesOf(organisation)
    const enforce = (enforcementMode: string, over = {}) => owner.patch(path, { enforcementMode, ...over })
    const refuse = async (mode: string, why: RegExp): Promise<void> => {
      const reply = await enforce(mode)
      refusedField(reply, 'enforcementMode')
      assert.match(reply.body.message, why)
    }
    for (const mode of ['required_all', 'required_verified']) await refuse(mode, /breakGlassUids/)
    const oneOnly = await enforce('required_all', { breakGlassUids: [organisation.ownerId] })
    refusedField(oneOnly, 'enforcementMode')
    const viewers = [organisation.ownerId, (await organisation.user('viewer')).id]
    await change(owner, path, { breakGlassUids: viewers })
    await refuse('required_all', /2 active admins or owners/)
    await change(owner, path, { breakGlassUids: await two(organisation) })
    await put(kinds.identityProvider, { lastTestResult: 'success', lastSignInAt: null })
    await put(kinds.identityProvider, { lastSignInAt: hoursAgo(25) })
    await put(kinds.identityProvider, { lastSignInAt: hoursAgo(1), status: 'disabled' })
    for (const mode of ['required_all', 'required_verified'])
      await refuse(mode, /a sign-in within the last 24 hours/)
    await put(kinds.identityProvider, { lastSignInAt: hoursAgo(23) })
    await put(kinds.ssoDomain, { verificationStatus: 'expired' })
    await refuse('required_verified', /without a verified domain/)
    assert.equal(
      (await change(owner, path, { enforcementMode: 'required_all' })).enforcementMode,
      'required_all',
    )
    await refuse('required_verified', /without a verified domain/)
    await put(kinds.ssoDomain, { normalizedDomain: 'verified-here.example', verificationStatus: 'verified' })
    await change(owner, path, { enforcementMode: 'required_verified', forceJitProvisioning: true })
  })

  test('break-glass access cannot be emptied while a provider is required', async () => {
    const organisation = await app.organisation()
    const { owner } = organisation
    await fixturesOf(organisation).put(kinds.identityProvider, { lastSignInAt: hoursAgo(1) })
    const breakGlassUids = await two(organisation)
    await change(owner, path, { enforcementMode: 'required_all', breakGlassUids })
    refusedField(await owner.patch(path, { breakGlassUids: [] }), 'breakGlassUids')
    const viewer = (await organisation.user('viewer')).id
    refusedField(
      await owner.patch(path, { breakGlassUids: [organisation.ownerId, viewer] }),
      'breakGlassUids',
    )
    assert.equal((await read(owner, path)).breakGlassUidsCount, 2)
    const off = await change(owner, path, { enforcementMode: 'optional', breakGlassUids: [] })
    assert.deepEqual([off.enforcementMode, off.breakGlassUidsCount], ['optional', 0])
  })
})
