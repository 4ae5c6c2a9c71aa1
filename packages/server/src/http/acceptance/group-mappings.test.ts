import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { changeUser } from '../../services/identity/members.ts'
import { onEachEngine, useApp } from '../../testing/index.ts'
import { type OpenIdIssuer, startIssuer } from '../../testing/openid-issuer.ts'
import { type Body, bodyOf, change, make, read, remove } from './checks.ts'
import { type Company, letIn, oidcCompany, visitOf } from './oidc-company.ts'

onEachEngine((engine) => {
  let issuer: OpenIdIssuer
  before(async () => {
    issuer = await startIssuer()
  })
  after(() => issuer?.stop())
  beforeEach(() => {
    issuer.distort = (claims) => claims
  })
  const app = useApp(engine, { fetchAllow: ['127.0.0.1'], identityTimeoutMs: 2_000 })

  const company = (): Promise<Company> =>
    oidcCompany(app, issuer, {
      provider: { jit: { enabled: true, role: 'member' } },
      oidc: { claims: { groups: 'groups' } },
    })

  /** Signs somebody in; groups that are not given are not said. */
  async function signIn(
    { provider, domain }: Company,
    name: string,
    groups?: unknown,
    more: object = {},
  ): Promise<string> {
    const visit = visitOf(app, issuer)
    const person = { sub: name, email: `${name}@${domain}`, email_verified: true, name }
    letIn(await visit.signIn(provider, { ...person, ...(groups !== undefined && { groups }), ...more }))
    return bodyOf(await visit.tab.send('GET', '/auth/session')).user.id
  }

  const map = ({ owner, provider }: Company, mapping: object): Promise<Body> =>
    make(owner, '/group-mappings', { source: 'idp', identityProviderId: provider.id, ...mapping })

  const setActive = ({ id, domain }: Company, name: string, isActive: boolean) =>
    changeUser(app.store, { organisationId: id, email: `${name}@${domain}` }, { isActive })

  const roleOf = async ({ owner }: Company, uid: string): Promise<string> =>
    (await read(owner, `/users/${uid}`)).role

  const membersOf = async ({ owner }: Company, { id }: Body): Promise<readonly string[]> =>
    (await read(owner, `/teams/${id}`)).memberUids

  const eventsOf = async ({ owner }: Company, query: string): Promise<readonly Body[]> =>
    (await read(owner, `/audit-log?${query}`)).auditLog

  test('groups give a team and a role at the first sign-in, and what they gave goes with them', async () => {
    const acme = await company()
    const team = await make(acme.owner, '/teams', { name: 'Payments' })
    await map(acme, { group: 'g-pay', teamId: team.id })
    await map(acme, { group: 'g-adm', role: 'admin' })
    await map(acme, { group: 'g-pay', role: 'viewer' })
    const ada = await signIn(acme, 'ada', ['g-pay', 'g-adm', 'g-other'])
    assert.deepEqual(await membersOf(acme, team), [ada])
    assert.equal(await roleOf(acme, ada), 'admin', 'the highest counts')
    assert.deepEqual((await read(acme.owner, `/users/${ada}`)).teamIds, [team.id])

    await signIn(acme, 'ada', ['g-pay'])
    assert.equal(await roleOf(acme, ada), 'viewer')
    assert.deepEqual(await membersOf(acme, team), [ada])
    await signIn(acme, 'ada', [])
    assert.equal(await roleOf(acme, ada), 'member', 'what people get at first')
    assert.deepEqual(await membersOf(acme, team), [])
  })

  test('unknown is not none: overages and missing claims take nothing', async () => {
    const acme = await company()
    const team = await make(acme.owner, '/teams', { name: 'Payments' })
    await map(acme, { group: 'g', teamId: team.id, role: 'admin' })
    const ada = await signIn(acme, 'ada', ['g'])
    const overages: readonly (readonly [unknown, object])[] = [
      [undefined, {}],
      [
        undefined,
        { _claim_names: { groups: 'src1' }, _claim_sources: { src1: { endpoint: 'https://graph' } } },
      ],
      [undefined, { hasgroups: true }],
      [[], { hasgroups: true }],
      [null, {}],
      [{ of: 'another form' }, {}],
      [[1, 2], {}],
      [['a'], { _claim_names: { groups: 'src1' } }],
    ]
    for (const [groups, more] of overages) {
      await signIn(acme, 'ada', groups, more)
      assert.equal(await roleOf(acme, ada), 'admin', JSON.stringify(more))
      assert.deepEqual(await membersOf(acme, team), [ada])
    }
    const [signedIn] = await eventsOf(acme, `type=user.signed_in&subjectId=${ada}`)
    assert.equal(signedIn?.after.groups, 'unknown')
    await signIn(acme, 'ada', [])
    assert.deepEqual(await membersOf(acme, team), [])
  })

  test('a sync removes only what it gave', async () => {
    const acme = await company()
    const { owner } = acme
    const ada = await signIn(acme, 'ada', [])
    const byHand = await make(owner, '/teams', { name: 'By hand', memberUids: [ada] })
    const given = await make(owner, '/teams', { name: 'Given' })
    await map(acme, { group: 'g', teamId: byHand.id })
    await map(acme, { group: 'g', teamId: given.id })
    const second = await map(acme, { group: 'h', teamId: given.id })
    await signIn(acme, 'ada', ['g', 'h'])
    assert.deepEqual([await membersOf(acme, byHand), await membersOf(acme, given)], [[ada], [ada]])
    await signIn(acme, 'ada', ['h'])
    assert.deepEqual([await membersOf(acme, byHand), await membersOf(acme, given)], [[ada], [ada]])
    await remove(owner, `/group-mappings/${second.id}`)
    assert.deepEqual([await membersOf(acme, byHand), await membersOf(acme, given)], [[ada], []])
  })

  test('where nothing changes, nothing is written', async () => {
    const acme = await company()
    const team = await make(acme.owner, '/teams', { name: 'Payments' })
    await map(acme, { group: 'g', teamId: team.id, role: 'admin' })
    const ada = await signIn(acme, 'ada', ['g'])
    const before = await acme.owner.get(`/teams/${team.id}`)
    const events = (await eventsOf(acme, 'type=user.updated')).length
    await signIn(acme, 'ada', ['g', 'new'])
    await signIn(acme, 'ada', ['new', 'g'])
    assert.equal((await acme.owner.get(`/teams/${team.id}`)).headers.get('etag'), before.headers.get('etag'))
    assert.equal((await eventsOf(acme, 'type=user.updated')).length, events)
    assert.equal((await eventsOf(acme, `type=team.updated`)).length, 1)
    const [joined] = await eventsOf(acme, `type=team.updated&subjectId=${team.id}`)
    assert.deepEqual([joined?.actor.type, joined?.after.memberUids], ['system', [ada]])
  })

  test('changed, deleted and new mappings, deleted teams and providers take effect at once', async () => {
    const acme = await company()
    const { owner, provider } = acme
    const [one, other] = [
      await make(owner, '/teams', { name: 'A' }),
      await make(owner, '/teams', { name: 'B' }),
    ]
    const ada = await signIn(acme, 'ada', ['g'])
    const mapping = await map(acme, { group: 'g', teamId: one.id })
    assert.deepEqual(await membersOf(acme, one), [ada], 'also for who signed in before')
    await change(owner, `/group-mappings/${mapping.id}`, { teamId: other.id, role: 'admin' })
    assert.deepEqual([await membersOf(acme, one), await membersOf(acme, other)], [[], [ada]])
    assert.equal(await roleOf(acme, ada), 'admin')
    await change(owner, `/group-mappings/${mapping.id}`, { group: 'nobody' })
    assert.deepEqual([await membersOf(acme, other), await roleOf(acme, ada)], [[], 'member'])
    await change(owner, `/group-mappings/${mapping.id}`, { group: 'g' })

    const only = await map(acme, { group: 'g', teamId: other.id })
    await remove(owner, `/teams/${other.id}`)
    assert.equal((await owner.get(`/group-mappings/${only.id}`)).status, 404)
    assert.equal((await read(owner, `/group-mappings/${mapping.id}`)).teamId, null)
    assert.equal(await roleOf(acme, ada), 'admin')

    const third = await make(owner, '/teams', { name: 'C' })
    await change(owner, `/group-mappings/${mapping.id}`, { teamId: third.id })
    assert.deepEqual(await membersOf(acme, third), [ada])
    await change(owner, `/identity-providers/${provider.id}`, { status: 'disabled' })
    assert.deepEqual(await membersOf(acme, third), [ada], 'nobody said that they left the group')
    await remove(owner, `/identity-providers/${provider.id}`)
    assert.deepEqual([await membersOf(acme, third), await roleOf(acme, ada)], [[], 'member'])
    assert.equal((await owner.get(`/group-mappings/${mapping.id}`)).status, 404)
  })

  test('who was deactivated gets nothing until they are active again', async () => {
    const acme = await company()
    const { owner } = acme
    const team = await make(owner, '/teams', { name: 'A' })
    const ada = await signIn(acme, 'ada', ['g'])
    await setActive(acme, 'ada', false)
    await map(acme, { group: 'g', teamId: team.id, role: 'admin' })
    assert.deepEqual([await membersOf(acme, team), await roleOf(acme, ada)], [[], 'member'])
    await setActive(acme, 'ada', true)
    assert.deepEqual([await membersOf(acme, team), await roleOf(acme, ada)], [[ada], 'admin'])
  })
})
