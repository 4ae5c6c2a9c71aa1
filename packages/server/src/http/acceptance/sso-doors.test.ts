import assert from 'node:assert/strict'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { test } from 'node:test'
import { domainToASCII } from 'node:url'
import { kinds } from '@svc/model'
import { issueLink } from '../../services/identity/members.ts'
import { makeLink } from '../../services/sign-in/links.ts'
import { partitionsOf } from '../../store/partition-id.ts'
import {
  browserTab,
  createFixtures,
  executeIn,
  onEachEngine,
  serverOn,
  type TestOrganisation,
  useApp,
} from '../../testing/index.ts'
import { softAuthenticator } from '../../testing/soft-authenticator.ts'
import { totpCode } from '../../testing/totp-device.ts'
import { type Body, bodyOf, change, read, refusedField, remove } from './checks.ts'
import { coreUser, directoryOf } from './scim-directory.ts'

const settings = '/sso/settings'
const password = 'a long walk by the river'

onEachEngine((engine) => {
  const app = useApp(engine)
  let count = 0

  interface Member {
    readonly id: string
    readonly email: string
    /** A session from before anything was required. */
    readonly tab: ReturnType<typeof browserTab>
  }

  const linkFor = async (organisationId: string, email: string, evenIfRequired = false): Promise<string> =>
    (await issueLink(app.store, { organisationId, email, evenIfRequired })).link

  /** A member with a password, whose address is in the verified domain or in another. */
  async function member(organisation: TestOrganisation, domain: string): Promise<Member> {
    const owner = browserTab(app.url)
    const link = await linkFor(organisation.id, (await organisation.user('admin')).email)
    await owner.send('POST', '/auth/links/use', { link, password })
    const email = `m${++count}@${domain}`
    const made = bodyOf(await owner.send('POST', '/auth/members', { email, role: 'member' }), 201)
    const tab = browserTab(app.url)
    bodyOf(await tab.send('POST', '/auth/links/use', { link: made.link, password }))
    return { id: made.user.id, email, tab }
  }

  const signIn = async (email: string) =>
    browserTab(app.url).send('POST', '/auth/sign-in', { email, password })

  /** Browsers know no passkeys for addresses that are numbers. */
  const named = () => app.url.replace('127.0.0.1', 'localhost')

  async function passkeyOf({ tab }: Member) {
    const own = browserTab(named())
    for (const [name, value] of tab.jar) own.jar.set(name, value)
    const options = bodyOf(await own.send('POST', '/auth/passkeys/options'))
    const { passkey, registration } = softAuthenticator(named()).create(options)
    bodyOf(await own.send('POST', '/auth/passkeys', { name: 'Laptop', ...registration }), 201)
    return passkey
  }

  async function byPasskey(passkey: Awaited<ReturnType<typeof passkeyOf>>) {
    const tab = browserTab(named())
    const challenge = bodyOf(await tab.send('POST', '/auth/passkeys/sign-in/options'))
    return tab.send('POST', '/auth/passkeys/sign-in', passkey.answer(challenge))
  }

  /** An organisation that could require SSO at any time. */
  async function prepared() {
    const organisation = await app.organisation()
    const fixtures = createFixtures({ app, organisation })
    const { id: identityProviderId } = await fixtures.put(kinds.identityProvider, {
      ...{ protocol: 'oidc', status: 'active', lastSignInAt: new Date().toISOString() },
    })
    const domain = `doors-${engine}-${++count}.example`
    const verified: Body = await fixtures.put(kinds.ssoDomain, {
      ...{ normalizedDomain: domain, verificationStatus: 'verified', identityProviderId },
    })
    const inside = await member(organisation, domain)
    const outside = await member(organisation, 'elsewhere.example')
    const rescuer = await organisation.user('admin')
    const tab = browserTab(app.url)
    await tab.send('POST', '/auth/links/use', {
      link: await linkFor(organisation.id, rescuer.email),
      password,
    })
    const breakGlassUids = [organisation.ownerId, rescuer.id]
    await change(organisation.owner, settings, { breakGlassUids })
    return { organisation, owner: organisation.owner, verified, inside, outside, rescuer }
  }

  test('A2 the domain’s own rule comes before the organisation’s, and break-glass access before both', async () => {
    const { owner, verified, inside, outside, rescuer } = await prepared()
    const table: readonly (readonly [mode: string, override: string, inside: boolean, outside: boolean])[] = [
      ['disabled', 'inherit', true, true],
      ['disabled', 'required', false, true],
      ['optional', 'inherit', true, true],
      ['required_verified', 'inherit', false, true],
      ['required_verified', 'optional', true, true],
      ['required_all', 'inherit', false, false],
      ['required_all', 'disabled', true, false],
      ['required_all', 'required', false, false],
    ]
    for (const [enforcementMode, enforcementOverride, insideMay, outsideMay] of table) {
      await change(owner, `/sso/domains/${verified.id}`, { enforcementOverride })
      await change(owner, settings, { enforcementMode, allowPasswordFallback: false })
      const what = `${enforcementMode}, ${enforcementOverride}`
      const replies = await Promise.all([inside, outside, rescuer].map(({ email }) => signIn(email)))
      const expected = [insideMay, outsideMay, true].map((may) => (may ? 200 : 401))
      assert.deepEqual(
        replies.map(({ status }) => status),
        expected,
        what,
      )
      const domain = inside.email.split('@')[1]
      const asked = bodyOf(await browserTab(app.url).send('POST', '/auth/ways-in', { domain }))
      assert.equal(asked.password, insideMay, `${what}: the sign-in page asks for a password`)
      assert.equal(asked.providers.length, 1)
      await change(owner, settings, { allowPasswordFallback: true })
      assert.equal((await signIn(inside.email)).status, 200, `${what}: passwords as a fallback`)
    }
  })

  test('A2 for each mode, and each rule of a domain, the sign-in page says whether a password is a way in', async () => {
    const { owner, verified } = await prepared()
    for (const enforcementMode of ['disabled', 'optional', 'required_verified', 'required_all']) {
      await change(owner, settings, { enforcementMode, allowPasswordFallback: false })
      for (const enforcementOverride of ['inherit', 'disabled', 'optional', 'required']) {
        await change(owner, `/sso/domains/${verified.id}`, { enforcementOverride })
        const isRequired =
          enforcementOverride === 'inherit'
            ? enforcementMode.startsWith('required')
            : enforcementOverride === 'required'
        const domain = verified.normalizedDomain
        const asked = bodyOf(await browserTab(app.url).send('POST', '/auth/ways-in', { domain }))
        assert.equal(asked.password, !isRequired, `${enforcementMode}, ${enforcementOverride}`)
      }
    }
  })

  test('A2 a domain’s rules are for every way to write it, and for no other domain', async () => {
    const { organisation, owner, verified } = await prepared()
    const name = `bücher-${engine}-${++count}.example`
    const normalizedDomain = domainToASCII(name)
    await createFixtures({ app, organisation }).put(kinds.ssoDomain, {
      ...{ normalizedDomain, verificationStatus: 'verified' },
    })
    const own = await member(organisation, name)
    const below = await member(organisation, `sub.${verified.normalizedDomain}`)
    await change(owner, settings, { enforcementMode: 'required_verified', allowPasswordFallback: false })
    assert.equal((await signIn(own.email)).status, 401)
    assert.equal((await own.tab.send('GET', '/auth/session')).status, 401)
    assert.equal((await signIn(below.email)).status, 200)
    for (const domain of [name, name.toUpperCase(), normalizedDomain, `${normalizedDomain}.`])
      assert.equal(
        bodyOf(await browserTab(app.url).send('POST', '/auth/ways-in', { domain })).password,
        false,
        domain,
      )
  })

  test('what a domain’s people must do holds at once in every process', async (t) => {
    const { owner, verified, inside } = await prepared()
    // Its clock stands still: a cached session does not expire on its own.
    const at = new Date(Date.now() + 60_000)
    const elsewhere = await serverOn(app.location, { now: () => at })
    t.after(() => elsewhere.close())
    const ask = async () =>
      (await fetch(`${elsewhere.url}/v1/teams`, { headers: { cookie: inside.tab.cookie } })).status
    await change(owner, settings, { enforcementMode: 'optional', allowPasswordFallback: false })
    assert.equal(await ask(), 200)
    await change(owner, `/sso/domains/${verified.id}`, { enforcementOverride: 'required' })
    assert.equal(await ask(), 401)
    await change(owner, `/sso/domains/${verified.id}`, { enforcementOverride: 'disabled' })
    await change(owner, settings, { enforcementMode: 'required_all' })
    assert.equal(await ask(), 200)
    await remove(owner, `/sso/domains/${verified.id}`)
    assert.equal(await ask(), 401)
  })

  test('A1 whoever must use a provider gets the same answer as somebody unknown, by every door', async () => {
    const { organisation, owner, inside, outside } = await prepared()
    const link = await linkFor(organisation.id, inside.email)
    const { secret: reset } = await app.store.transaction((tx) =>
      makeLink(tx, {
        ...{ homeId: partitionsOf(organisation.id).home, userId: inside.id },
        ...{ purpose: 'reset', at: new Date() },
      }),
    )
    const passkey = await passkeyOf(inside)
    const strange = await passkeyOf(outside)
    await executeIn(app.store, 'delete from passkeys where user_id = ?', [outside.id])
    assert.equal((await byPasskey(passkey)).status, 200)
    await change(owner, settings, { enforcementMode: 'required_all', allowPasswordFallback: false })
    const derived: unknown[][] = []
    const note = (message: unknown) => derived.at(-1)?.push(message)
    subscribe('svc:password-derivation', note)
    const replies = []
    for (const email of [inside.email, 'nobody@elsewhere.example']) {
      derived.push([])
      replies.push(await signIn(email))
    }
    unsubscribe('svc:password-derivation', note)
    const [known, unknown] = replies
    assert.deepEqual([known?.status, known?.body.message], [unknown?.status, unknown?.body.message])
    assert.deepEqual(derived[0], derived[1], 'the same work')
    for (const one of [link, reset]) {
      const used = await browserTab(app.url).send('POST', '/auth/links/use', { link: one, password })
      assert.equal(used.status, 403)
      assert.match(used.body.message, /through its identity provider/)
    }
    const [closed, unheard] = [await byPasskey(passkey), await byPasskey(strange)]
    assert.deepEqual([closed.status, closed.body.message], [unheard.status, unheard.body.message])
    assert.equal(closed.status, 401)
    assert.equal((await inside.tab.send('GET', '/auth/session')).status, 401, 'their session has ended')
    assert.equal((await inside.tab.send('GET', '/v1/me')).status, 401)
  })

  test('sessions from before stay for the grace period', async () => {
    const { owner, inside } = await prepared()
    const required = { enforcementMode: 'required_all', allowPasswordFallback: false }
    await change(owner, settings, { ...required, passwordSessionGracePeriodMinutes: 60 })
    assert.equal((await inside.tab.send('GET', '/auth/session')).status, 200)
    assert.equal((await signIn(inside.email)).status, 401, 'nobody new')
    const lasting = await inside.tab.send('POST', '/v1/tokens', { name: 'Lasting', scopes: ['read'] })
    assert.deepEqual([lasting.status, lasting.body.code], [403, 'forbidden'])
    await change(owner, settings, { passwordSessionGracePeriodMinutes: 0 })
    assert.equal((await inside.tab.send('GET', '/auth/session')).status, 401)
  })

  test('break-glass sign-ins and the operator’s links always work, and are loud in the log', async () => {
    const { organisation, owner, inside, rescuer } = await prepared()
    await change(owner, settings, { enforcementMode: 'required_all', allowPasswordFallback: false })
    assert.equal((await signIn(rescuer.email)).status, 200)
    const signedIn = async (id: string) =>
      (await read(owner, `/audit-log?type=user.signed_in&subjectId=${id}`)).auditLog[0].after
    assert.deepEqual(await signedIn(rescuer.id), { method: 'password', break_glass: true })
    await assert.rejects(linkFor(organisation.id, inside.email), /must sign in through the identity provider/)
    const link = await linkFor(organisation.id, inside.email, true)
    const tab = browserTab(app.url)
    bodyOf(await tab.send('POST', '/auth/links/use', { link, password }))
    assert.equal((await tab.send('GET', '/auth/session')).status, 200)
    assert.deepEqual(await signedIn(inside.id), { method: 'recovery' })
    const { auditLog } = await read(owner, `/audit-log?type=user.invited&subjectId=${inside.id}`)
    assert.deepEqual(auditLog[0].after, { recovery: true })
  })

  test('a preview says who would be shut out, and changes nothing', async () => {
    const { organisation, owner, verified, outside, inside, rescuer } = await prepared()
    const { identityProviderId } = verified
    const directory = await directoryOf(app, organisation, { identityProviderId })
    const userName = `named${++count}@elsewhere.example`
    const named = bodyOf(await directory.post('/Users', { schemas: [coreUser], userName }), 201)
    const before = await read(owner, settings)
    const addApp = async (email: string): Promise<void> => {
      const tab = browserTab(app.url)
      await tab.send('POST', '/auth/links/use', { link: await linkFor(organisation.id, email), password })
      const { secret } = bodyOf(await tab.send('POST', '/auth/totp'))
      bodyOf(await tab.send('POST', '/auth/totp/confirm', { code: totpCode(secret, new Date()) }))
    }
    const preview = async (body: object): Promise<Body> =>
      bodyOf(await owner.post(`${settings}/preview`, body))
    const strict = { enforcementMode: 'required_all', allowPasswordFallback: false }
    const { shutOut, warnings } = await preview(strict)
    const shut = new Map<string, Body>(shutOut.map((one: Body) => [one.uid, one]))
    assert.equal(shut.get(outside.id)?.email, outside.email)
    assert.match(shut.get(outside.id)?.reason, /domain is not verified/)
    assert.equal(shut.has(inside.id), false, 'they can be recognised by their address')
    assert.equal(shut.has(named.id), false, 'the directory of the provider names them')
    assert.equal(shut.has(organisation.ownerId), false)
    assert.deepEqual(warnings, [
      '2 of the admins and owners with break-glass access have no second factor: a password alone opens their accounts.',
    ])
    await addApp(rescuer.email)
    assert.match((await preview(strict)).warnings.join(), /^One of the admins and owners .* no second factor/)
    await addApp((await read(owner, `/users/${organisation.ownerId}`)).email)
    assert.deepEqual((await preview(strict)).warnings, [])
    const lenient = await preview({ enforcementMode: 'required_all' })
    assert.deepEqual(lenient.shutOut, [])
    assert.deepEqual(lenient.warnings, ['allowPasswordFallback is true: passwords keep working.'])
    const verifiedOnly = await preview({ ...strict, enforcementMode: 'required_verified' })
    assert.equal(verifiedOnly.shutOut.length, 0)
    assert.match((await preview({ ...strict, breakGlassUids: [] })).warnings.join(), /break-glass/)
    assert.equal((await owner.post(`${settings}/preview`, { enforcementMode: 'x' })).status, 400)
    const unknown = { breakGlassUids: [organisation.ownerId, 'nobody'] }
    refusedField(await owner.post(`${settings}/preview`, unknown), 'breakGlassUids', 'nobody')
    assert.equal((await (await organisation.person('member')).post(`${settings}/preview`, {})).status, 403)
    assert.deepEqual(await read(owner, settings), before)
  })

  test('personal tokens stay when SSO becomes required, unless they are to be revoked', async () => {
    const { organisation, owner } = await prepared()
    const outsider = await organisation.person('member')
    const required = { enforcementMode: 'required_all', allowPasswordFallback: false }
    await change(owner, settings, required)
    assert.equal((await outsider.get('/me')).status, 200)
    await change(owner, settings, { personalTokens: 'revoke' })
    assert.equal((await outsider.get('/me')).status, 401)
    assert.equal((await owner.get('/me')).status, 200, 'not those of people with break-glass access')
  })
})
