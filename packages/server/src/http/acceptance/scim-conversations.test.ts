import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { onEachEngine, useApp } from '../../testing/index.ts'
import { type OpenIdIssuer, startIssuer } from '../../testing/openid-issuer.ts'
import { type Body, bodyOf, make, read, remove } from './checks.ts'
import { oidcCompany, turnedAway, letIn, visitOf } from './oidc-company.ts'
import {
  coreGroup,
  coreUser,
  directoryOf,
  enterprise,
  idOf,
  patchOp,
  type ScimClient,
} from './scim-directory.ts'

/**
 * What directories send, one request after the other, and what must come of it. For JumpCloud and OneLogin, which
 * publish few requests, these are the forms in which they are known to do things.
 */
onEachEngine((engine) => {
  let issuer: OpenIdIssuer
  before(async () => {
    issuer = await startIssuer()
  })
  after(() => issuer?.stop())
  const app = useApp(engine, { fetchAllow: ['127.0.0.1'] })

  const find = async (directory: ScimClient, path: string, filter: string): Promise<Body> =>
    bodyOf(await directory.get(`${path}?filter=${encodeURIComponent(filter)}`))

  test('Entra ID: look up, create, patch, groups, disable, delete', async () => {
    const organisation = await app.organisation()
    const directory = await directoryOf(app, organisation, { name: 'Entra ID' })
    // The connection test asks for somebody who does not exist.
    assert.equal((await find(directory, '/Users', 'userName eq "5f3b-not-there"')).totalResults, 0)
    assert.equal((await find(directory, '/Users', 'userName eq "Ada@Entra.example"')).totalResults, 0)
    const created = bodyOf(
      await directory.post('/Users', {
        schemas: [coreUser, enterprise],
        externalId: '0a21f0f2-8d2a-4f8e-bf98-7363c4aed4ef',
        userName: 'Ada@Entra.example',
        active: true,
        displayName: 'Ada',
        emails: [{ primary: true, type: 'work', value: 'Ada@Entra.example' }],
        meta: { resourceType: 'User' },
        name: { formatted: 'Ada L', familyName: 'L', givenName: 'Ada' },
        roles: [],
      }),
      201,
    )
    const path = `/Users/${created.id}`
    const found = await find(directory, '/Users', 'userName eq "ada@entra.example"')
    assert.deepEqual(
      found.Resources.map(({ userName, externalId }: Body) => [userName, externalId]),
      [['Ada@Entra.example', '0a21f0f2-8d2a-4f8e-bf98-7363c4aed4ef']],
    )
    const changed = bodyOf(
      await directory.patch(path, [
        { op: 'Replace', path: 'emails[type eq "work"].value', value: 'ada.l@entra.example' },
        { op: 'Add', path: 'phoneNumbers[type eq "mobile"].value', value: '+1 555' },
        { op: 'Add', path: 'addresses[type eq "work"].formatted', value: 'Main Street' },
        { op: 'Replace', path: 'name.familyName', value: 'Lovelace' },
        { op: 'Add', path: `${enterprise}:department`, value: 'Engines' },
        { op: 'Add', path: `${enterprise}:manager`, value: 'usr_boss' },
      ]),
    )
    assert.deepEqual(
      [changed.emails, changed.phoneNumbers, changed.addresses, changed.name, changed[enterprise]],
      [
        [{ primary: true, type: 'work', value: 'ada.l@entra.example' }],
        [{ type: 'mobile', value: '+1 555' }],
        [{ type: 'work', formatted: 'Main Street' }],
        { formatted: 'Ada L', familyName: 'Lovelace', givenName: 'Ada' },
        { department: 'Engines', manager: { value: 'usr_boss' } },
      ],
    )
    assert.equal((await read(organisation.owner, `/users/${created.id}`)).email, 'ada.l@entra.example')
    // With the newer flag: one replace without a path, its keys dotted.
    const flagged = bodyOf(
      await directory.patch(path, [
        {
          op: 'replace',
          value: {
            'name.givenName': 'Augusta',
            'emails[type eq "work"].value': 'augusta@entra.example',
            [`${enterprise}:department`]: 'Numbers',
            displayName: 'Augusta',
          },
        },
      ]),
    )
    assert.deepEqual(
      [flagged.name.givenName, flagged.emails[0].value, flagged[enterprise].department, flagged.displayName],
      ['Augusta', 'augusta@entra.example', 'Numbers', 'Augusta'],
    )

    assert.equal((await find(directory, '/Groups', 'displayName eq "Engineers"')).totalResults, 0)
    const group = idOf(
      await directory.post('/Groups', {
        schemas: [coreGroup, 'http://schemas.microsoft.com/2006/11/ResourceManagement/ADSCIM/2.0/Group'],
        externalId: '8aa1a0c0-c4c3-4bc0-b4a5-2ef676900159',
        displayName: 'Engineers',
        meta: { resourceType: 'Group' },
      }),
    )
    const bare = bodyOf(await directory.get(`/Groups/${group}?excludedAttributes=members`))
    assert.ok(!('members' in bare))
    const add = await directory.patch(`/Groups/${group}`, [
      { op: 'Add', path: 'members', value: [{ $ref: null, value: created.id }] },
    ])
    assert.deepEqual([add.status, add.text], [204, ''])
    assert.equal((await find(directory, '/Groups', `members.value eq "${created.id}"`)).totalResults, 1)
    const both = `id eq "${group}" and members eq "${created.id}"`
    assert.equal((await find(directory, '/Groups', both)).totalResults, 1)
    bodyOf(
      await directory.patch(`/Groups/${group}`, [
        { op: 'Remove', path: 'members', value: [{ $ref: null, value: created.id }] },
      ]),
      204,
    )
    assert.deepEqual(bodyOf(await directory.get(`/Groups/${group}`)).members, [])

    // Disabled there, still found here; and deleted 30 days later.
    bodyOf(await directory.patch(path, [{ op: 'Replace', path: 'active', value: 'False' }]))
    assert.equal(
      (await find(directory, '/Users', 'userName eq "Ada@Entra.example"')).Resources[0].active,
      false,
    )
    assert.equal((await directory.delete(path)).status, 204)
    assert.equal((await directory.get(path)).status, 404)
    assert.equal((await directory.delete(path)).status, 404)
    assert.equal((await find(directory, '/Users', 'userName eq "Ada@Entra.example"')).totalResults, 0)
    assert.equal((await read(organisation.owner, `/users/${created.id}`)).isActive, false)
  })

  test('Okta: create with a password, put to deactivate, groups by patches', async () => {
    const organisation = await app.organisation()
    const directory = await directoryOf(app, organisation, { name: 'Okta' })
    const { owner } = organisation
    assert.equal(bodyOf(await directory.get('/Users?startIndex=1&count=2')).totalResults, 0)
    const user = {
      schemas: [coreUser],
      userName: 'grace@okta.example',
      name: { givenName: 'Grace', familyName: 'Hopper' },
      emails: [{ primary: true, value: 'grace@okta.example', type: 'work' }],
      displayName: 'Grace Hopper',
      locale: 'en-US',
      externalId: '00u1',
      groups: [],
      password: 'Not-Kept-1',
      active: true,
    }
    const id = idOf(await directory.post('/Users', user))
    const path = `/Users/${id}`
    assert.equal((await directory.post('/Users', user)).body.scimType, 'uniqueness')
    const off = bodyOf(await directory.put(path, { ...user, id, active: false }))
    assert.equal(off.active, false)
    assert.equal((await read(owner, `/users/${id}`)).isActive, false)
    bodyOf(await directory.patch(path, [{ op: 'replace', value: { active: true } }]))
    assert.equal((await read(owner, `/users/${id}`)).isActive, true)

    const made = bodyOf(
      await directory.post('/Groups', { schemas: [coreGroup], displayName: 'Staff', members: [] }),
      201,
    )
    const group = `/Groups/${made.id}`
    bodyOf(
      await directory.send('PATCH', group, {
        schemas: [patchOp],
        Operations: [
          { op: 'remove', path: `members[value eq "${id}"]` },
          { op: 'add', path: 'members', value: [{ value: id, display: 'grace@okta.example' }] },
        ],
      }),
      204,
    )
    bodyOf(
      await directory.patch(group, [
        { op: 'replace', value: { id: made.id, displayName: 'All staff' } },
        { op: 'replace', path: 'members', value: [{ value: id }] },
      ]),
      204,
    )
    const after = bodyOf(await directory.get(group))
    assert.deepEqual([after.displayName, after.members.map(({ value }: Body) => value)], ['All staff', [id]])
    const before = (await read(owner, '/audit-log')).auditLog.length
    bodyOf(await directory.put(group, { displayName: 'All staff', members: [{ value: id }] }))
    bodyOf(await directory.put(path, { ...user, id }))
    assert.equal((await read(owner, '/audit-log')).auditLog.length, before, 'the same again writes nothing')
    assert.equal((await directory.delete(group)).status, 204)
    assert.equal((await directory.get(group)).status, 404)
  })

  test('JumpCloud: a test user and a test group first, then whole users by PUT and members by PATCH', async () => {
    const organisation = await app.organisation()
    const directory = await directoryOf(app, organisation, { name: 'JumpCloud' })
    const { owner } = organisation
    const user = (userName: string, over: object = {}) => ({
      schemas: [coreUser, enterprise],
      userName,
      externalId: `jc-${userName}`,
      name: { givenName: 'Mary', familyName: 'Jackson', formatted: 'Mary Jackson' },
      displayName: 'Mary Jackson',
      emails: [{ value: userName, type: 'work', primary: true }],
      phoneNumbers: [],
      addresses: [{ type: 'work', country: '', locality: '', postalCode: '', region: '', streetAddress: '' }],
      title: '',
      [enterprise]: { employeeNumber: '', department: 'Wind tunnel', costCenter: '' },
      active: true,
      ...over,
    })
    // Testing the connection makes both, changes them, and takes them away again.
    const byName = 'userName eq "jumpcloud.test@jump.example"'
    assert.equal((await find(directory, '/Users', byName)).totalResults, 0)
    const test = idOf(await directory.post('/Users', user('jumpcloud.test@jump.example')))
    bodyOf(
      await directory.put(`/Users/${test}`, user('jumpcloud.test@jump.example', { displayName: 'Test' })),
    )
    const testGroup = idOf(
      await directory.post('/Groups', { schemas: [coreGroup], displayName: 'JumpCloud test', members: [] }),
    )
    assert.equal((await find(directory, '/Groups', 'displayName eq "JumpCloud test"')).totalResults, 1)
    bodyOf(
      await directory.patch(`/Groups/${testGroup}`, [
        { op: 'replace', path: 'displayName', value: 'JumpCloud test 2' },
        { op: 'add', path: 'members', value: [{ value: test }] },
      ]),
      204,
    )
    assert.equal((await directory.delete(`/Groups/${testGroup}`)).status, 204)
    assert.equal((await directory.delete(`/Users/${test}`)).status, 204)
    assert.equal((await find(directory, '/Users', byName)).totalResults, 0)
    assert.equal((await read(owner, `/users/${test}`)).isActive, false, 'the member is left, without access')

    const mary = user('mary@jump.example')
    const id = idOf(await directory.post('/Users', mary))
    const [found] = (await find(directory, '/Users', 'userName eq "mary@jump.example"')).Resources
    assert.deepEqual(
      [found.id, found.active, found[enterprise], found.title, found.phoneNumbers],
      [id, true, { department: 'Wind tunnel' }, undefined, undefined],
    )
    const group = idOf(
      await directory.post('/Groups', {
        schemas: [coreGroup],
        displayName: 'Engineers',
        externalId: 'jcg-1',
      }),
    )
    const members = async () =>
      bodyOf(await directory.get(`/Groups/${group}`)).members.map(({ value }: Body) => value)
    const edit = async (op: string) =>
      bodyOf(
        await directory.patch(`/Groups/${group}`, [{ op, path: 'members', value: [{ value: id }] }]),
        204,
      )
    await edit('add')
    assert.deepEqual(await members(), [id])
    await edit('remove')
    assert.deepEqual(await members(), [])
    await edit('add')

    const renamed = { ...mary, displayName: 'Mary J', userName: 'mary.j@jump.example' }
    bodyOf(await directory.put(`/Users/${id}`, renamed))
    assert.equal((await read(owner, `/users/${id}`)).displayName, 'Mary J')
    const before = (await read(owner, '/audit-log')).auditLog.length
    bodyOf(await directory.put(`/Users/${id}`, renamed))
    assert.equal((await read(owner, '/audit-log')).auditLog.length, before, 'the same again writes nothing')
    bodyOf(await directory.put(`/Users/${id}`, { ...renamed, active: false }))
    assert.equal((await read(owner, `/users/${id}`)).isActive, false)
    assert.deepEqual(await members(), [id], 'still of the group, for when they come back')
    bodyOf(await directory.put(`/Users/${id}`, renamed))
    assert.equal((await read(owner, `/users/${id}`)).isActive, true)
  })

  test('OneLogin: looks at the groups, creates with two schemas, changes by PATCH or PUT, suspends', async () => {
    const organisation = await app.organisation()
    const directory = await directoryOf(app, organisation, { name: 'OneLogin' })
    const { owner } = organisation
    const group = idOf(await directory.post('/Groups', { schemas: [coreGroup], displayName: 'Computing' }))
    const listed = bodyOf(await directory.get('/Groups?startIndex=1&count=100'))
    assert.deepEqual(
      listed.Resources.map(({ id, displayName }: Body) => [id, displayName]),
      [[group, 'Computing']],
    )

    const userName = 'dorothy@one.example'
    const byName = `userName eq "${userName}"`
    assert.equal((await find(directory, '/Users', byName)).totalResults, 0)
    const user = {
      schemas: [coreUser, enterprise],
      userName,
      externalId: '184467440',
      name: { givenName: 'Dorothy', familyName: 'Vaughan', formatted: 'Dorothy Vaughan' },
      displayName: 'Dorothy Vaughan',
      emails: [{ value: userName, type: 'work', primary: true }],
      title: 'Supervisor',
      active: true,
      [enterprise]: {
        department: 'Computing',
        employeeNumber: '7',
        manager: { value: '184467441', displayName: 'Katherine' },
      },
    }
    const id = idOf(await directory.post('/Users', user))
    const [found] = (await find(directory, '/Users', byName)).Resources
    assert.deepEqual(
      [found.externalId, found.title, found[enterprise].department, found[enterprise].manager.value],
      ['184467440', 'Supervisor', 'Computing', '184467441'],
    )
    assert.equal((await find(directory, '/Users', 'externalId eq "184467440"')).Resources[0].id, id)
    const { displayName, title } = bodyOf(
      await directory.patch(`/Users/${id}`, [
        { op: 'replace', value: { ...user, displayName: 'Dorothy V', title: 'Head' } },
      ]),
    )
    assert.deepEqual([displayName, title], ['Dorothy V', 'Head'])
    bodyOf(await directory.put(`/Users/${id}`, { ...user, externalId: null, title: null }))
    assert.equal(bodyOf(await directory.get(`/Users/${id}`)).title, undefined)

    // A rule puts people into a group of svc, and takes them out.
    const members = async () =>
      bodyOf(await directory.get(`/Groups/${group}`)).members.map(({ value }: Body) => value)
    const one = [{ value: id, display: userName }]
    bodyOf(await directory.patch(`/Groups/${group}`, [{ op: 'add', value: { members: one } }]), 204)
    assert.deepEqual(await members(), [id])
    bodyOf(
      await directory.patch(`/Groups/${group}`, [{ op: 'remove', path: `members[value eq "${id}"]` }]),
      204,
    )
    assert.deepEqual(await members(), [])
    bodyOf(await directory.patch(`/Groups/${group}`, [{ op: 'replace', path: 'members', value: one }]), 204)

    for (const active of [false, true, false]) {
      bodyOf(await directory.patch(`/Users/${id}`, [{ op: 'replace', path: 'active', value: active }]))
      assert.equal((await read(owner, `/users/${id}`)).isActive, active)
    }
    assert.equal((await directory.delete(`/Users/${id}`)).status, 204)
    assert.equal((await find(directory, '/Users', byName)).totalResults, 0)
    assert.deepEqual(await members(), [])
    assert.equal(idOf(await directory.post('/Users', user)), id, 'hired again')
  })

  test('groups of a directory become teams and roles, and are taken back with it', async () => {
    const organisation = await app.organisation()
    const directory = await directoryOf(app, organisation)
    const { owner } = organisation
    const team = await make(owner, '/teams', { name: 'Platform' })
    const id = idOf(await directory.post('/Users', { userName: 'kay@map.example' }))
    await make(owner, '/group-mappings', { source: 'scim', group: 'Platform people', teamId: team.id })
    const membersOf = async () => (await read(owner, `/teams/${team.id}`)).memberUids
    const group = idOf(
      await directory.post('/Groups', { displayName: 'Platform people', members: [{ value: id }] }),
    )
    assert.deepEqual(await membersOf(), [id])
    bodyOf(
      await directory.patch(`/Groups/${group}`, [{ op: 'replace', path: 'displayName', value: 'Other' }]),
      204,
    )
    assert.deepEqual(await membersOf(), [])
    bodyOf(
      await directory.patch(`/Groups/${group}`, [
        { op: 'replace', path: 'displayName', value: 'Platform people' },
      ]),
      204,
    )
    assert.deepEqual(await membersOf(), [id])
    assert.equal((await directory.delete(`/Users/${id}`)).status, 204)
    assert.deepEqual(await membersOf(), [])
  })

  test('people of the directory sign in as who they are, and not once they have left', async () => {
    const company = await oidcCompany(app, issuer, {
      provider: { jit: { enabled: true, role: 'admin' } },
    })
    const { owner, domain, provider, refusals } = company
    const directory = await directoryOf(app, company)
    const userName = `zoe@${domain}`
    const id = idOf(
      await directory.post('/Users', {
        userName,
        emails: [{ value: `zoe.mail@${domain}`, primary: true }],
      }),
    )
    const visit = visitOf(app, issuer)
    // By the user name, although the address is another one: no second Zoe is made.
    letIn(await visit.signIn(provider, { sub: 'zoe', email: userName.toUpperCase() }))
    const { user, role } = bodyOf(await visit.tab.send('GET', '/auth/session'))
    assert.deepEqual([user.id, role], [id, 'member'])
    const leavers = [
      ['zoe', userName],
      ['never-signed-in', `new@${domain}`],
    ] as const
    const late = idOf(await directory.post('/Users', { userName: `new@${domain}` }))
    bodyOf(await directory.patch(`/Users/${id}`, [{ op: 'replace', path: 'active', value: false }]))
    assert.equal((await visit.tab.send('GET', '/auth/session')).status, 401)
    assert.equal((await directory.delete(`/Users/${late}`)).status, 204)
    const before = (await read(owner, '/users')).users.length
    for (const [sub, email] of leavers)
      turnedAway(await visitOf(app, issuer).signIn(provider, { sub, email }), 'not_allowed')
    assert.equal((await read(owner, '/users')).users.length, before)
    assert.equal((await refusals()).length, 2)
  })

  test('the directory of a provider vouches for its people whatever their domain', async () => {
    const { domain: _, provider, owner, ...company } = await oidcCompany(app, issuer)
    const userName = `guest-${engine}@elsewhere.example`
    const unbound = await directoryOf(app, { owner })
    const id = idOf(await unbound.post('/Users', { userName }))
    turnedAway(await visitOf(app, issuer).signIn(provider, { sub: 'guest', email: userName }), 'not_allowed')
    await make(owner, '/scim-tokens', { name: 'Bound', identityProviderId: provider.id })
    const visit = visitOf(app, issuer)
    letIn(await visit.signIn(provider, { sub: 'guest', email: userName }))
    assert.equal(bodyOf(await visit.tab.send('GET', '/auth/session')).user.id, id)
    const other = visitOf(app, issuer)
    turnedAway(await other.signIn(provider, { sub: 'twin', email: userName }), 'not_allowed')
    const refused = { sub: 'unverified', email: userName, email_verified: false }
    turnedAway(await visitOf(app, issuer).signIn(provider, refused), 'not_allowed')
    assert.ok(company.id)
  })

  test('where directories of two providers share an organisation, neither takes over people of the other', async () => {
    const { provider, owner } = await oidcCompany(app, issuer)
    const { clientId, clientSecretVaultKeyword } = provider.oidc
    const second = await make(owner, '/identity-providers', {
      ...{ name: 'Second', protocol: 'oidc', status: 'active' },
      oidc: { issuer: issuer.issuer, clientId, clientSecretVaultKeyword },
    })
    const ofFirst = await directoryOf(app, { owner }, { identityProviderId: provider.id })
    const { id: tokenId } = await make(owner, '/scim-tokens', {
      name: 'Second',
      identityProviderId: second.id,
    })
    const userName = `staff-${engine}@elsewhere.example`
    const id = idOf(await ofFirst.post('/Users', { userName }))
    const person = { sub: 'staff', email: userName }
    for (const one of [second, provider])
      turnedAway(await visitOf(app, issuer).signIn(one, person), 'not_allowed')
    // As soon as it is clear again whose people they are.
    await remove(owner, `/scim-tokens/${tokenId}`)
    turnedAway(await visitOf(app, issuer).signIn(second, person), 'not_allowed')
    const visit = visitOf(app, issuer)
    letIn(await visit.signIn(provider, person))
    assert.equal(bodyOf(await visit.tab.send('GET', '/auth/session')).user.id, id)
  })
})
