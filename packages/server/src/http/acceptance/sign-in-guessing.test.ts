import assert from 'node:assert/strict'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { beforeEach, test } from 'node:test'
import { createOrganisation } from '../../services/identity/create-organisation.ts'
import { changeUser } from '../../services/identity/members.ts'
import { startServer } from '../../main.ts'
import { organisationIdOf, readPartitionId } from '../../store/partition-id.ts'
import { type BrowserTab, browserTab, onEachEngine, useApp } from '../../testing/index.ts'
import { rowsIn } from '../../testing/tables.ts'

const password = 'a long walk by the river'
const attackers = 'what the attacker chose'
const wrong = 'not this one, surely'
let count = 0

onEachEngine((engine) => {
  // It stands still during a test: how many attempts are allowed must not depend on how busy the machine is.
  let at = Date.now()
  const now = () => new Date(at)
  beforeEach(() => {
    at += 2 * 3_600_000
  })
  const app = useApp(engine, { now })
  const tab = () => browserTab(app.url)

  const signIn = (from: BrowserTab, email: string, said: string, organisationId?: string) =>
    from.send('POST', '/auth/sign-in', { email, password: said, ...(organisationId && { organisationId }) })

  async function owner(email: string, chosen: string) {
    const made = await createOrganisation(app.store, { name: `Org ${++count}`, ownerEmail: email })
    assert.ok(made)
    const own = tab()
    const entered = await own.send('POST', '/auth/links/use', { link: made.setupLink, password: chosen })
    assert.equal(entered.status, 200)
    return { own, id: made.organisationId }
  }

  /** Somebody with a membership, and an organisation elsewhere whose admin has made the same address a member. */
  async function attacked() {
    const email = `victim-${++count}@guessing.example`
    const victim = await owner(email, password)
    const evil = await owner(`mallory-${++count}@evil.example`, attackers)
    const { link } = (await evil.own.send('POST', '/auth/members', { email, role: 'viewer' })).body
    const attacker = tab()
    const entered = await attacker.send('POST', '/auth/links/use', { link, password: attackers })
    assert.equal(entered.status, 200)
    assert.ok(attacker.jar.has('svc_device'))
    return { email, victim, evil, attacker }
  }

  for (const [how, named] of [
    ['any organisation', false],
    ['the victim’s organisation', true],
  ] as const) {
    test(`a membership elsewhere with its device cookie and its successes buys no guess at ${how}`, async () => {
      const { email, victim, evil, attacker } = await attacked()
      const at = named ? victim.id : undefined
      for (let n = 0; n < 6; n++) {
        const guess = await signIn(attacker, email, `${wrong} ${n}`, at)
        assert.ok([401, 429].includes(guess.status), `${guess.status}`)
        const own = await signIn(attacker, email, attackers, evil.id)
        assert.equal(own.status, 200, 'they can still sign in to their own membership')
      }
      const right = await signIn(attacker, email, password, at)
      assert.ok([401, 429].includes(right.status), `the right one after six guesses: ${right.status}`)
      assert.notEqual((await signIn(tab(), email, password)).status, 200, 'nor from a new browser')
      assert.equal(
        (await signIn(victim.own, email, password)).status,
        200,
        'the victim’s own browser may sign in',
      )
    })
  }

  test('choosing each guess as a password elsewhere does not reveal whether it is the victim’s', async () => {
    const { email, attacker } = await attacked()
    let current = attackers
    for (const next of [...Array.from({ length: 5 }, (_, n) => `${wrong} ${n}`), password]) {
      const changed = await attacker.send('POST', '/auth/password', { current, next })
      assert.ok(changed.status < 300, `${changed.status}`)
      current = next
      const answer = await signIn(attacker, email, next)
      assert.deepEqual(answer.body, { signedIn: true }, 'their own membership, and no choice of another')
    }
  })

  test('a visitor has to wait after five guesses, whether or not anybody has the address', async () => {
    const { email } = await attacked()
    const alone = `alone-${++count}@guessing.example`
    await owner(alone, password)
    for (const address of [email, alone, `nobody-${++count}@guessing.example`]) {
      const statuses = []
      for (let n = 0; n < 6; n++) statuses.push((await signIn(tab(), address, wrong)).status)
      assert.deepEqual(statuses, [401, 401, 401, 401, 401, 429], address)
    }
  })

  test('successes elsewhere do not show in the answers whether an address is a member’s', async () => {
    const { email, evil, attacker } = await attacked()
    const only = `only-${++count}@guessing.example`
    const { link } = (await evil.own.send('POST', '/auth/members', { email: only, role: 'viewer' })).body
    const other = tab()
    await other.send('POST', '/auth/links/use', { link, password: attackers })
    const seen = async (address: string, marked: BrowserTab) => {
      const statuses = []
      for (let n = 0; n < 5; n++) statuses.push((await signIn(tab(), address, attackers)).status)
      for (let n = 0; n < 3; n++) statuses.push((await signIn(tab(), address, wrong)).status)
      for (let n = 0; n < 6; n++) statuses.push((await signIn(marked, address, wrong)).status)
      return statuses
    }
    assert.deepEqual(await seen(email, attacker), await seen(only, other))
  })

  test('many guesses at once are limited like guesses one after the other', async () => {
    const { email, attacker } = await attacked()
    const guesses = Array.from({ length: 8 }, (_, n) => signIn(attacker, email, `${wrong} ${n}`))
    await Promise.all(guesses)
    assert.notEqual((await signIn(attacker, email, password)).status, 200)
  })

  test('another process on the same database continues the count of this one', async (t) => {
    const { email } = await attacked()
    for (let n = 0; n < 5; n++) await signIn(tab(), email, wrong)
    const other = await startServer({
      store: app.store,
      host: '127.0.0.1',
      port: 0,
      rateLimit: 'off',
      fetchAllow: [],
      dnsServers: ['127.0.0.1:1'],
      log: () => {},
      now,
    })
    t.after(() => other.close())
    assert.equal((await signIn(browserTab(other.url), email, password)).status, 429)
  })

  test('changing a password requires the current one, which is throttled as well', async () => {
    const { own } = await owner(`changer-${++count}@guessing.example`, password)
    const next = 'another walk, another river'
    const statuses = []
    for (let n = 0; n < 7; n++) {
      statuses.push((await own.send('POST', '/auth/password', { current: `${wrong} ${n}`, next })).status)
    }
    assert.deepEqual(statuses, [400, 400, 400, 400, 400, 429, 429])
    assert.equal((await own.send('POST', '/auth/password', { current: password, next })).status, 429)
  })

  test('signing in costs the same computation for everybody', async () => {
    const { email } = await attacked()
    const twice = `twice-${++count}@guessing.example`
    await owner(twice, password)
    await owner(twice, attackers)
    const { own } = await owner(`host-${++count}@guessing.example`, password)
    const invited = `invited-${++count}@guessing.example`
    await own.send('POST', '/auth/members', { email: invited, role: 'member' })
    const gone = `gone-${++count}@guessing.example`
    const { link } = (await own.send('POST', '/auth/members', { email: gone, role: 'member' })).body
    await tab().send('POST', '/auth/links/use', { link, password })
    const [organisation] = await rowsIn(app.store, 'select partition_id from users where email = ?', [gone])
    const organisationId = organisationIdOf(readPartitionId(organisation?.partition_id))
    await changeUser(app.store, { organisationId, email: gone }, { isActive: false })
    const blocked = `blocked-${++count}@guessing.example`
    await owner(blocked, password)
    for (let n = 0; n < 6; n++) await signIn(tab(), blocked, wrong)

    let derived: unknown[] = []
    const note = (message: unknown) => derived.push(message)
    subscribe('svc:password-derivation', note)
    try {
      const nobody = `nobody-${++count}@guessing.example`
      const work = []
      for (const address of [nobody, email, twice, invited, gone, blocked]) {
        derived = []
        assert.notEqual((await signIn(tab(), address, wrong)).status, 200)
        work.push(derived)
      }
      assert.ok((work[0]?.length ?? 0) > 0)
      for (const one of work) assert.deepEqual(one, work[0])
    } finally {
      unsubscribe('svc:password-derivation', note)
    }
  })
})
