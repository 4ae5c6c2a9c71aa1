import assert from 'node:assert/strict'
import { test } from 'node:test'
import { kinds, type Role } from '@svc/model'
import { changeUser, issueLink } from '../../services/identity/members.ts'
import {
  browserTab,
  createFixtures,
  onEachEngine,
  type TestOrganisation,
  useApp,
} from '../../testing/index.ts'
import { type Body, change, make, read, refused, remove } from './checks.ts'

const settings = '/sso/settings'
const password = 'a long walk by the river'
const saml = { ssoUrl: 'https://login.example/sso' }

onEachEngine((engine) => {
  const app = useApp(engine)

  const provider = (organisation: TestOrganisation, over = {}): Promise<Body> =>
    createFixtures({ app, organisation }).put(kinds.identityProvider, {
      ...{ protocol: 'saml', saml: null, status: 'active', lastSignInAt: new Date().toISOString() },
      ...over,
    })

  let count = 0
  const domain = (organisation: TestOrganisation, verificationStatus = 'verified'): Promise<Body> =>
    createFixtures({ app, organisation }).put(kinds.ssoDomain, {
      normalizedDomain: `${engine}-lock-${++count}.example`,
      verificationStatus,
    })

  /** An organisation in which SSO is required, with the minimum set-up for it. */
  async function locked(enforcementMode: string) {
    const organisation = await app.organisation()
    const second = await organisation.user('admin')
    const idp = await provider(organisation)
    const verified = await domain(organisation)
    const breakGlassUids = [organisation.ownerId, second.id]
    await change(organisation.owner, settings, { breakGlassUids, enforcementMode })
    return { organisation, owner: organisation.owner, second, idp, verified, breakGlassUids }
  }

  const needed = (reply: Parameters<typeof refused>[0], why: RegExp): void => {
    assert.match(refused(reply, 409, 'still_needed').message, why)
  }

  for (const mode of ['required_all', 'required_verified']) {
    test(`${mode}: the last working identity provider cannot be changed`, async () => {
      const { organisation, owner, idp } = await locked(mode)
      const path = `/identity-providers/${idp.id}`
      const why = new RegExp(
        `^The identity provider ${idp.name} is still needed: enforcementMode ${mode} requires an identity provider .*; sign in through another one first, or set enforcementMode to optional\\.$`,
      )
      const before = await read(owner, path)
      needed(await owner.delete(path), why)
      needed(await owner.patch(path, { status: 'disabled' }), why)
      needed(await owner.patch(path, { saml }), why)
      assert.deepEqual(await read(owner, path), before, 'a refusal changes nothing')
      await change(owner, path, { name: 'Company', priority: 3, status: 'error' })

      // One that never worked is not needed, and does not count.
      const untested = await make(owner, '/identity-providers', { name: 'New', protocol: 'saml' })
      const off = await provider(organisation, { status: 'disabled' })
      assert.equal((await owner.delete(path)).status, 409)
      await change(owner, `/identity-providers/${untested.id}`, { saml, status: 'disabled' })
      await remove(owner, `/identity-providers/${off.id}`)

      const other = await provider(organisation)
      await remove(owner, path)
      assert.equal((await owner.delete(`/identity-providers/${other.id}`)).status, 409)
      await change(owner, settings, { enforcementMode: 'optional' })
      await remove(owner, `/identity-providers/${other.id}`)
    })
  }

  test('the last verified domain cannot be removed while verified domains are required', async () => {
    const { organisation, owner, verified } = await locked('required_verified')
    const path = `/sso/domains/${verified.id}`
    const why = new RegExp(
      `^The SSO domain ${verified.normalizedDomain} is still needed: .*; verify another one first, or set`,
    )
    const pending = await domain(organisation, 'pending')
    needed(await owner.delete(path), why)
    needed(await owner.patch(path, { verificationMethod: 'http_meta' }), why)
    assert.equal((await read(owner, path)).verificationStatus, 'verified')
    await change(owner, path, { enforcementOverride: 'required' })
    await remove(owner, `/sso/domains/${pending.id}`)
    await domain(organisation)
    await change(owner, path, { verificationMethod: 'http_meta' })
    await remove(owner, path)
  })

  test('a domain can be removed if everyone must use SSO, or nobody', async () => {
    const { owner, verified } = await locked('required_all')
    await remove(owner, `/sso/domains/${verified.id}`)
    const free = await app.organisation()
    await remove(free.owner, `/sso/domains/${(await domain(free)).id}`)
    await remove(free.owner, `/identity-providers/${(await provider(free)).id}`)
  })

  test('break-glass members who are needed cannot be deactivated or demoted', async () => {
    const { organisation, owner, second, breakGlassUids } = await locked('required_all')
    const who = { organisationId: organisation.id, email: second.email }
    const refusedTo = async (changes: { isActive?: boolean; role?: Role }): Promise<void> => {
      await assert.rejects(changeUser(app.store, who, changes), {
        code: 'still_needed',
        status: 409,
        message: `The user ${second.email} is still needed: enforcementMode required_all requires at least 2 active admins or owners among breakGlassUids; add others there first, or set enforcementMode to optional.`,
      })
    }
    await refusedTo({ isActive: false })
    await refusedTo({ role: 'member' })
    await changeUser(app.store, who, { role: 'owner' })

    const third = await organisation.user('admin')
    await changeUser(app.store, { ...who, email: third.email }, { role: 'viewer' })
    await change(owner, settings, { breakGlassUids: [...breakGlassUids, third.id] })
    await refusedTo({ isActive: false })
    await changeUser(app.store, { ...who, email: third.email }, { role: 'admin' })
    await changeUser(app.store, who, { isActive: false })

    // A requirement that is already violated blocks nothing else, and two are needed again.
    const last = { ...who, email: third.email }
    await assert.rejects(changeUser(app.store, last, { isActive: false }), { code: 'still_needed' })
    await changeUser(app.store, last, { isActive: false }, { evenIfNeeded: true })
    await change(owner, settings, { forceJitProvisioning: true })
    await changeUser(app.store, last, { isActive: true })
  })

  test('of two who are removed at the same moment, one stays', async () => {
    const { organisation, owner, second, breakGlassUids } = await locked('required_all')
    const third = await organisation.user('admin')
    await change(owner, settings, { breakGlassUids: [...breakGlassUids, third.id] })
    const outcomes = await Promise.allSettled(
      [second, third].map(({ email }) =>
        changeUser(app.store, { organisationId: organisation.id, email }, { isActive: false }),
      ),
    )
    assert.deepEqual(outcomes.map(({ status }) => status).sort(), ['fulfilled', 'rejected'])
    const idp = await provider(organisation)
    const { providers } = await read(owner, '/identity-providers')
    assert.equal(providers.length, 2)
    const replies = await Promise.all(
      providers.map(({ id }: Body) => owner.delete(`/identity-providers/${id}`)),
    )
    assert.deepEqual(replies.map(({ status }) => status).sort(), [204, 409], idp.id)
  })

  test('an admin gets the same message in the console', async () => {
    const { organisation, owner, second } = await locked('required_all')
    const { email } = await read(owner, `/users/${organisation.ownerId}`)
    const { link } = await issueLink(app.store, { organisationId: organisation.id, email })
    const tab = browserTab(app.url)
    assert.equal((await tab.send('POST', '/auth/links/use', { link, password })).status, 200)
    for (const changes of [{ isActive: false }, { role: 'viewer' }]) {
      const { status, body } = await tab.send('PATCH', `/auth/members/${second.id}`, changes)
      assert.deepEqual([status, body.code], [409, 'still_needed'])
    }
    assert.equal((await tab.send('PATCH', `/auth/members/${second.id}`, { role: 'owner' })).status, 200)
  })
})
