import assert from 'node:assert/strict'
import { randomInt } from 'node:crypto'
import { type TestContext, test } from 'node:test'
import { kinds } from '@svc/model'
import {
  browserTab,
  type Client,
  clientOf,
  createFixtures,
  eventually,
  onEachEngine,
  serverOn,
  type TestOrganisation,
  useApp,
} from '../../testing/index.ts'
import { oauthProgram } from '../../testing/oauth-program.ts'
import { rowsIn } from '../../testing/tables.ts'
import { changeUser, issueLink } from '../../services/identity/members.ts'
import { issueToken } from '../../services/identity/issue-credentials.ts'
import { type Body, bodyOf, change, read } from './checks.ts'
import {
  coreGroup,
  coreUser,
  directoryOf,
  idOf,
  newPerson,
  type ScimClient,
  scimClient,
} from './scim-directory.ts'

/** C1 to C12: what a directory, or whoever has its token, must not be able to do. */
onEachEngine((engine) => {
  const lines: unknown[] = []
  const app = useApp(engine, { log: (line) => lines.push(line) })
  const program = oauthProgram(() => app.url)
  let count = 0

  async function company() {
    const organisation = await app.organisation()
    return { organisation, owner: organisation.owner, directory: await directoryOf(app, organisation) }
  }

  async function verifiedDomain(organisation: TestOrganisation, domain: string): Promise<void> {
    const fields = { normalizedDomain: domain, verificationStatus: 'verified' }
    await createFixtures({ app, organisation }).put(kinds.ssoDomain, fields)
  }

  const entries = async (owner: Client, type: string): Promise<readonly Body[]> =>
    (await read(owner, '/audit-log')).auditLog.filter((entry: Body) => entry.type === type)

  const fails = (reply: { status: number; body: Body; text: string }, status: number, scimType?: string) =>
    assert.deepEqual([reply.status, reply.body?.scimType], [status, scimType], reply.text)

  test('C1: a token reaches its own organisation alone, and no credential is valid where another belongs', async () => {
    const [own, other] = [await company(), await company()]
    const userId = idOf(await other.directory.post('/Users', newPerson()))
    const groupId = idOf(
      await other.directory.post('/Groups', { schemas: [coreGroup], displayName: 'Theirs' }),
    )
    for (const path of [`/Users/${userId}`, `/Groups/${groupId}`]) {
      fails(await own.directory.get(path), 404)
      fails(await own.directory.put(path, newPerson({ displayName: 'x' })), 404)
      fails(await own.directory.patch(path, [{ op: 'replace', path: 'displayName', value: 'x' }]), 404)
      fails(await own.directory.delete(path), 404)
    }
    const mine = idOf(await own.directory.post('/Groups', { displayName: 'Mine' }))
    fails(
      await own.directory.patch(`/Groups/${mine}`, [
        { op: 'add', path: 'members', value: [{ value: userId }] },
      ]),
      400,
      'invalidValue',
    )
    assert.equal(bodyOf(await own.directory.get('/Users')).totalResults, 0)
    // A member whom no directory made is not there for it, either.
    fails(await own.directory.get(`/Users/${own.organisation.ownerId}`), 404)

    const key = await own.organisation.key()
    const tab = await signedIn(own.organisation)
    for (const token of [own.organisation.ownerToken, key.token ?? '', 'svc_pat_live_x', ''])
      fails(await scimClient(app.url, token).get('/Users'), 401)
    assert.equal((await tab.send('GET', '/scim/v2/Users')).status, 401)
    for (const path of ['/me', '/users', '/projects', '/scim-tokens'])
      assert.equal((await app.client(own.directory.token).get(path)).status, 401, path)
    const report = await fetch(`${app.url}/ingest/v1/deployments`, {
      method: 'POST',
      headers: { authorization: `Bearer ${own.directory.token}`, 'content-type': 'application/json' },
      body: '{}',
    })
    assert.equal(report.status, 401)
  })

  async function signedIn({ id, ownerId }: TestOrganisation) {
    const { email } = (await app.client((await ownerToken(id, ownerId)).token).get(`/users/${ownerId}`)).body
    const { link } = await issueLink(app.store, { organisationId: id, email })
    const tab = browserTab(app.url)
    bodyOf(await tab.send('POST', '/auth/links/use', { link, password: 'a long walk by the river' }))
    return tab
  }

  async function ownerToken(organisationId: string, ownerId: string) {
    const [row] = await rowsIn(app.store, `select email from users where id = '${ownerId}'`)
    return issueToken(app.store, {
      ...{ organisationId, email: String(row?.email), mode: 'live', scopes: ['read'] },
      ...{ name: 'x', expiresAt: null },
    })
  }

  test('C2: filters are bound, wildcards are letters, and brackets end somewhere', async () => {
    const { directory } = await company()
    idOf(await directory.post('/Users', newPerson({ displayName: '100% a_b' })))
    idOf(await directory.post('/Users', newPerson({ displayName: '100x aXb' })))
    const total = async (filter: string): Promise<number> =>
      bodyOf(await directory.get(`/Users?filter=${encodeURIComponent(filter)}`)).totalResults
    assert.equal(await total(`userName eq "\\" or 1=1 --"`), 0)
    assert.equal(await total(`userName eq "' or 1=1 --"`), 0)
    assert.equal(await total(`displayName co "%"`), 1)
    assert.equal(await total(`displayName co "a_b"`), 1)
    assert.equal(await total(`displayName sw "100_"`), 0)
    for (const filter of [
      `${'('.repeat(1_000)}userName pr${')'.repeat(1_000)}`,
      '('.repeat(10_000),
      `${'not ('.repeat(11)}userName pr${')'.repeat(11)}`,
      'userName eq "',
      'userName eq',
      'userName xx "a"',
      'userName eq "a" and',
      'userName eq "a" "b"',
      'emails[type eq "work"',
      '',
      'userName eq "\\u0000"',
      'password eq "x"',
      'nothing pr',
      '__proto__ eq "x"',
      'constructor.name eq "x"',
      'active gt true',
      'active eq "perhaps"',
      'meta.created gt "soon"',
    ])
      fails(await directory.get(`/Users?filter=${encodeURIComponent(filter)}`), 400, 'invalidFilter')
    const brackets = '('.repeat(10_000)
    fails(await directory.post('/Users/.search', { filter: brackets }), 400, 'invalidFilter')
    const id = idOf(await directory.post('/Users', newPerson()))
    for (const path of [`emails[${brackets}].value`, `emails[type eq "x" or 1=1 --].value`])
      fails(await directory.patch(`/Users/${id}`, [{ op: 'remove', path }]), 400, 'invalidFilter')
  })

  test('C3: names of the language are names like any other', async () => {
    const { directory } = await company()
    const id = idOf(await directory.post('/Users', newPerson()))
    for (const path of [
      '__proto__',
      'constructor',
      'toString',
      'name.__proto__',
      'emails[__proto__ eq "x"].value',
    ]) {
      const reply = await directory.patch(`/Users/${id}`, [{ op: 'replace', path, value: { isAdmin: true } }])
      assert.equal(reply.status, 400, `${path}: ${reply.text}`)
    }
    const sent = `{"userName":"proto@people.example","__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},"name":{"__proto__":{"polluted":1}}}`
    const made = bodyOf(await directory.send('POST', '/Users', sent), 201)
    const patch = `{"Operations":[{"op":"add","value":{"__proto__":{"polluted":1},"toString":"x"}}]}`
    bodyOf(await directory.send('PATCH', `/Users/${made.id}`, patch))
    assert.equal(({} as Body).polluted, undefined)
    assert.ok(!JSON.stringify(bodyOf(await directory.get(`/Users/${made.id}`))).includes('polluted'))
  })

  test('C4: nothing in a body raises anybody', async () => {
    const { owner, directory } = await company()
    const id = idOf(
      await directory.post(
        '/Users',
        newPerson({
          id: 'usr_chosen',
          role: 'owner',
          isActive: false,
          meta: { resourceType: 'Owner' },
          roles: [{ value: 'owner', primary: true }],
          entitlements: [{ value: 'admin' }],
          groups: [{ value: 'Admins' }],
        }),
      ),
    )
    assert.notEqual(id, 'usr_chosen')
    const path = `/Users/${id}`
    bodyOf(
      await directory.patch(path, [
        { op: 'Add', path: 'roles[primary eq "True"].value', value: 'owner' },
        { op: 'replace', path: 'entitlements', value: [{ value: 'owner' }] },
        {
          op: 'replace',
          value: { role: 'owner', id: 'usr_other', isActive: false, roles: [{ value: 'owner' }] },
        },
      ]),
    )
    fails(await directory.patch(path, [{ op: 'replace', path: 'id', value: 'usr_x' }]), 400, 'mutability')
    fails(
      await directory.patch(path, [{ op: 'replace', path: 'meta.version', value: 'x' }]),
      400,
      'mutability',
    )
    for (const unknown of ['role', 'isActive'])
      fails(
        await directory.patch(path, [{ op: 'replace', path: unknown, value: 'owner' }]),
        400,
        'invalidPath',
      )
    const more = { role: 'owner', isActive: false, roles: [{ value: 'owner' }], id: 'usr_x', meta: {} }
    assert.equal(bodyOf(await directory.put(path, newPerson(more))).id, id)
    const { role, isActive } = await read(owner, `/users/${id}`)
    assert.deepEqual([role, isActive], ['member', true])
  })

  /** A member of a verified domain, taken over by the directory. */
  async function adoptedMember(
    { organisation, directory }: Awaited<ReturnType<typeof company>>,
    role: 'owner' | 'admin',
  ) {
    const domain = `adopted-${engine}-${++count}.example`
    await verifiedDomain(organisation, domain)
    const made = await organisation.user(role)
    const email = `m${count}@${domain}`
    const fixed = await app.store.transaction((tx) =>
      tx.run((sql) => sql.run('update users set email = ? where id = ?', [email, made.id])),
    )
    assert.equal(fixed, 1)
    const id = idOf(await directory.post('/Users', newPerson({ userName: email, emails: [] })))
    assert.equal(id, made.id)
    return { id, email }
  }

  test('C5: the last owner and people with break-glass access stay, and the log says who tried', async () => {
    const here = await company()
    const { organisation, owner, directory } = here
    const second = await adoptedMember(here, 'owner')
    const rescuer = await adoptedMember(here, 'admin')
    const other = await organisation.user('admin')
    await change(owner, '/sso/settings', { breakGlassUids: [rescuer.id, other.id] })
    const attempts = (id: string) => [
      () => directory.patch(`/Users/${id}`, [{ op: 'Replace', path: 'active', value: 'False' }]),
      () =>
        directory.put(
          `/Users/${id}`,
          newPerson({ userName: 'x@adopted.example', emails: [], active: false }),
        ),
      () =>
        directory.patch(`/Users/${id}`, [
          { op: 'replace', path: 'userName', value: 'evil@elsewhere.example' },
        ]),
      () => directory.delete(`/Users/${id}`),
    ]
    for (const attempt of attempts(rescuer.id)) fails(await attempt(), 400, 'mutability')
    // Nor is somebody given up whom the operator has deactivated for a while.
    const place = { organisationId: organisation.id, email: rescuer.email }
    await changeUser(app.store, place, { isActive: false })
    fails(await directory.delete(`/Users/${rescuer.id}`), 400, 'mutability')
    await changeUser(app.store, place, { isActive: true })
    // One of two owners may go, the last one may not.
    const first = await owner.get('/users')
    assert.equal(first.status, 200)
    await app.store.transaction((tx) =>
      tx.run((sql) => sql.run('update users set is_active = 0 where id = ?', [organisation.ownerId])),
    )
    for (const attempt of attempts(second.id)) fails(await attempt(), 400, 'mutability')
    await app.store.transaction((tx) =>
      tx.run((sql) => sql.run('update users set is_active = 1 where id = ?', [organisation.ownerId])),
    )
    const refusals = await eventually(
      () => entries(owner, 'scim.refused'),
      (found) => found.length === 9,
    )
    assert.ok(refusals.every(({ actor, after }) => actor.name === 'Directory' && after.reason))
    for (const { id } of [second, rescuer]) assert.equal((await read(owner, `/users/${id}`)).isActive, true)
    bodyOf(await directory.patch(`/Users/${second.id}`, [{ op: 'replace', path: 'active', value: false }]))
    const { isActive, role } = await read(owner, `/users/${second.id}`)
    assert.deepEqual([isActive, role], [false, 'owner'])
  })

  test('C5: a user name that opens the account of somebody with break-glass access is not changed', async () => {
    const here = await company()
    const { organisation, owner, directory } = here
    const { id, email } = await adoptedMember(here, 'admin')
    const path = `/Users/${id}`
    const emails = [{ value: email, type: 'work', primary: true }]
    bodyOf(await directory.put(path, newPerson({ userName: email, emails })))
    const other = await organisation.user('admin')
    await change(owner, '/sso/settings', { breakGlassUids: [id, other.id] })
    for (const attempt of [
      () => directory.patch(path, [{ op: 'Replace', path: 'userName', value: 'evil@elsewhere.example' }]),
      () => directory.put(path, newPerson({ userName: 'evil', emails })),
    ])
      fails(await attempt(), 400, 'mutability')
    assert.equal(bodyOf(await directory.get(path)).userName, email)
    const harmless = { userName: email.toUpperCase(), displayName: 'Another name' }
    bodyOf(await directory.patch(path, [{ op: 'replace', value: harmless }]))
    assert.equal((await read(owner, `/users/${id}`)).displayName, 'Another name')
  })

  test('C6: the address of a member whom the directory does not have is not to be had', async () => {
    const { organisation, owner, directory } = await company()
    const { email } = await read(owner, `/users/${organisation.ownerId}`)
    const created = await directory.post('/Users', newPerson({ userName: email.toUpperCase() }))
    fails(created, 409, 'uniqueness')
    assert.match(created.body.detail, /verified domain/)
    fails(
      await directory.post('/Users', newPerson({ emails: [{ value: email, primary: true }] })),
      409,
      'uniqueness',
    )
    const id = idOf(await directory.post('/Users', newPerson()))
    for (const value of [{ userName: email }, { emails: [{ value: email, type: 'work' }] }])
      fails(await directory.patch(`/Users/${id}`, [{ op: 'replace', value }]), 409, 'uniqueness')
    const second = newPerson()
    idOf(await directory.post('/Users', second))
    fails(
      await directory.patch(`/Users/${id}`, [
        { op: 'replace', path: 'userName', value: second.userName.toUpperCase() },
      ]),
      409,
      'uniqueness',
    )
    assert.equal((await read(owner, '/users')).users.length, 3)
    const refused = await entries(owner, 'scim.refused')
    assert.deepEqual(
      refused.map(({ subject }) => subject.id),
      Array(4).fill(organisation.ownerId),
      'one for each attempt on the owner',
    )
    // Under a verified domain it is the same person, with the role that they have.
    await verifiedDomain(organisation, email.split('@')[1])
    const adopted = bodyOf(await directory.post('/Users', newPerson({ userName: email, emails: [] })), 201)
    assert.equal(adopted.id, organisation.ownerId)
    assert.equal((await read(owner, `/users/${adopted.id}`)).role, 'owner')
    assert.equal((await entries(owner, 'scim.user_adopted')).length, 1)
  })

  test('C6: an owner gets no address that the organisation has not proved to be its own', async () => {
    const here = await company()
    const { owner, directory } = here
    const { id, email } = await adoptedMember(here, 'owner')
    const path = `/Users/${id}`
    const evil = 'evil@elsewhere.example'
    for (const value of [
      { userName: evil },
      { emails: [{ value: evil, type: 'work', primary: true }] },
      { userName: evil, emails: [{ value: email }] },
    ])
      fails(await directory.patch(path, [{ op: 'replace', value }]), 400, 'mutability')
    assert.equal((await directory.delete(path)).status, 204)
    const emails = [{ value: evil, primary: true }]
    for (const again of [
      { userName: email, emails },
      { userName: evil, emails: [{ value: email }] },
    ])
      fails(await directory.post('/Users', newPerson(again)), 400, 'mutability')
    assert.equal((await read(owner, `/users/${id}`)).email, email)
    idOf(await directory.post('/Users', newPerson({ userName: email, emails: [] })))
    const own = `renamed-${email}`
    bodyOf(await directory.patch(path, [{ op: 'replace', value: { userName: own } }]))
    assert.equal((await read(owner, `/users/${id}`)).email, own)
  })

  test('C7: Remove with a value removes only these, with an empty list nobody; replacing by nothing is said', async () => {
    const { directory } = await company()
    const ids: string[] = []
    for (let n = 0; n < 3; n += 1) ids.push(idOf(await directory.post('/Users', newPerson())))
    const [a = '', b = '', c = ''] = ids
    const path = `/Groups/${idOf(await directory.post('/Groups', { displayName: 'G' }))}`
    const members = async () =>
      (bodyOf(await directory.get(path)).members ?? []).map(({ value }: Body) => value)
    const patch = async (...operations: unknown[]) => {
      const reply = await directory.patch(path, operations)
      assert.equal(reply.status, 204, reply.text)
    }
    await patch({ op: 'Add', path: 'members', value: ids.map((value) => ({ $ref: null, value })) })
    await patch({ op: 'Remove', path: 'members', value: [{ $ref: null, value: b }] })
    assert.deepEqual(await members(), [a, c])
    await patch({ op: 'Remove', path: 'members', value: [] })
    assert.deepEqual(await members(), [a, c])
    await patch(
      { op: 'remove', path: `members[value eq "${a}"]` },
      { op: 'remove', path: 'members[value eq "gone"]' },
    )
    assert.deepEqual(await members(), [c])
    await patch({ op: 'add', path: 'members', value: [{ value: c }, { value: a }] })
    assert.deepEqual(await members(), [a, c])
    for (const value of [null, undefined])
      fails(await directory.patch(path, [{ op: 'replace', path: 'members', value }]), 400, 'invalidValue')
    fails(await directory.patch(path, [{ op: 'remove', path: 'members', value: null }]), 400, 'invalidValue')
    // Nor by values that name nobody.
    for (const nobody of [[null], [{}], {}, '', [{ display: 'Ada' }], [{ value: a }, { value: null }]]) {
      const operation = { path: 'members', value: nobody }
      for (const op of ['replace', 'remove', 'add'])
        fails(await directory.patch(path, [{ op, ...operation }]), 400, 'invalidValue')
      fails(await directory.put(path, { displayName: 'G', members: nobody }), 400, 'invalidValue')
    }
    assert.deepEqual(await members(), [a, c])
    await patch({ op: 'replace', path: 'members', value: [] })
    assert.deepEqual(await members(), [])
  })

  test('C8: texts are as good as booleans, and what is neither decides nothing', async () => {
    const { owner, directory } = await company()
    const id = idOf(await directory.post('/Users', newPerson()))
    const set = (value: unknown) =>
      directory.patch(`/Users/${id}`, [{ op: 'Replace', path: 'active', value }])
    const isActive = async () => (await read(owner, `/users/${id}`)).isActive
    for (const [value, becomes] of [
      ['False', false],
      ['True', true],
      ['false', false],
      [true, true],
      [false, false],
    ] as const) {
      assert.equal(bodyOf(await set(value)).active, becomes)
      assert.equal(await isActive(), becomes)
    }
    for (const value of [0, 1, null, 'no', '', [], {}, ['true']]) fails(await set(value), 400, 'invalidValue')
    fails(await directory.patch(`/Users/${id}`, [{ op: 'remove', path: 'active' }]), 400, 'invalidValue')
    fails(await directory.put(`/Users/${id}`, newPerson({ active: null })), 400, 'invalidValue')
    const { active: _, ...silent } = newPerson()
    assert.equal(bodyOf(await directory.put(`/Users/${id}`, silent)).active, false, 'not by being left out')
    assert.equal(await isActive(), false)
    assert.equal(bodyOf(await directory.put(`/Users/${id}`, { ...silent, active: 'true' })).active, true)
  })

  test('C9: what is too much is refused, and what is not is done', async () => {
    const { directory } = await company()
    const id = idOf(await directory.post('/Users', newPerson()))
    const path = `/Groups/${idOf(await directory.post('/Groups', { displayName: 'Big' }))}`
    const many = Array.from({ length: 50_001 }, (_, n) => ({ value: `usr_${n}` }))
    fails(await directory.patch(path, [{ op: 'add', path: 'members', value: many }]), 400, 'invalidValue')
    fails(
      await directory.patch(path, [{ op: 'add', path: 'members', value: many.slice(0, 50_000) }]),
      400,
      'invalidValue',
    )
    const operation = { op: 'add', path: 'members', value: [{ value: id }] }
    assert.equal((await directory.patch(path, Array(1_000).fill(operation))).status, 204)
    fails(await directory.patch(path, Array(1_001).fill(operation)), 413)
    fails(await directory.patch(path, []), 400, 'invalidSyntax')
    const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`
    for (const operations of [deep, `[{"op":${deep}}]`, `[{"op":"add","path":${deep}}]`])
      fails(
        await directory.send('PATCH', path, `{"Operations":${operations}}`),
        400,
        operations.includes('path') ? 'invalidPath' : 'invalidSyntax',
      )
    fails(await directory.get(`/Users?filter=${'x'.repeat(3_000)}`), 400, 'invalidFilter')
    fails(await directory.post('/Users', newPerson({ title: 'x'.repeat(2_000) })), 400, 'invalidValue')
    const emails = Array.from({ length: 51 }, (_, n) => ({ value: `a${n}@x.example` }))
    fails(await directory.post('/Users', newPerson({ emails })), 400, 'invalidValue')
    const adding = emails.map((value) => ({ op: 'add', path: 'emails', value: [value] }))
    fails(await directory.patch(`/Users/${id}`, adding), 400, 'invalidValue')
    for (const name of ['attributes', 'excludedAttributes']) {
      const names = Array.from({ length: 200 }, (_, n) => `a${n}`)
      bodyOf(await directory.post('/Users/.search', { [name]: names }))
      for (const where of ['/Users/.search', '/.search'])
        fails(await directory.post(where, { [name]: [...names, 'id'] }), 400, 'invalidValue')
      fails(await directory.get(`/Users/${id}?${name}=${[...names, 'id']}`), 400, 'invalidValue')
    }
    const page = bodyOf(await directory.get('/Users?count=1000000000&startIndex=-5'))
    assert.deepEqual([page.startIndex, page.itemsPerPage, page.totalResults], [1, 1, 1])
  })

  /** A text of so many bytes, of letters that take three each and follow no pattern that could be compressed. */
  const wordOf = (bytes: number): string =>
    Array.from({ length: bytes / 3 }, () => String.fromCodePoint(randomInt(0x4e00, 0x9fa5))).join('')

  test('C9: the longest texts are kept and found in any script, and longer ones are refused', async () => {
    const { directory } = await company()
    const longest = wordOf(1_536)
    const texts = { userName: longest, externalId: longest, emails: [{ value: longest, type: 'work' }] }
    assert.equal(bodyOf(await directory.post('/Users', texts), 201).userName, longest)
    bodyOf(await directory.post('/Groups', { displayName: longest, externalId: longest }), 201)
    const filter = `userName eq "${longest}"`
    assert.equal(bodyOf(await directory.post('/Users/.search', { filter })).totalResults, 1)
    const tooLong = wordOf(1_539)
    for (const more of [{ userName: tooLong }, { externalId: tooLong }, { emails: [{ value: tooLong }] }])
      fails(await directory.post('/Users', newPerson(more)), 400, 'invalidValue')
    for (const body of [{ displayName: tooLong }, { displayName: 'Short', externalId: tooLong }])
      fails(await directory.post('/Groups', body), 400, 'invalidValue')
  })

  /** Another process on the same database. */
  async function another(t: TestContext) {
    const server = await serverOn(app.location)
    t.after(server.close)
    return server
  }

  /** A person of the directory with a session, a token and a link. */
  async function personWithAccess({ organisation, directory }: Awaited<ReturnType<typeof company>>) {
    const person = newPerson()
    const id = idOf(await directory.post('/Users', person))
    const place = { organisationId: organisation.id, email: person.userName }
    const { link } = await issueLink(app.store, place)
    const tab = browserTab(app.url)
    bodyOf(await tab.send('POST', '/auth/links/use', { link, password: 'a long walk by the river' }))
    const { token } = await issueToken(app.store, {
      ...place,
      ...{ mode: 'live', scopes: ['read'], name: 'x', expiresAt: null },
    })
    const { link: unused } = await issueLink(app.store, place)
    const approved = async (): Promise<string> => {
      const { user_code, device_code } = (await program.ask()).body
      const decision = { userCode: user_code, decision: 'approve' }
      assert.equal((await tab.send('POST', '/auth/device', decision)).status, 200)
      return device_code
    }
    const granted = (await program.poll(await approved())).body
    assert.equal((await tab.send('GET', '/auth/session')).status, 200)
    for (const each of [token, granted.access_token])
      assert.equal((await app.client(each).get('/me')).status, 200)
    return { ...person, id, tab, token, granted, deviceCode: await approved(), link: unused }
  }

  test('C10: whoever is deactivated is out at once, in each process, and comes back with nothing', async (t) => {
    const here = await company()
    const ways: readonly ((directory: ScimClient, id: string) => Promise<unknown>)[] = [
      (directory, id) => directory.patch(`/Users/${id}`, [{ op: 'replace', value: { active: false } }]),
      (directory, id) => directory.delete(`/Users/${id}`),
    ]
    const elsewhere = await another(t)
    for (const way of ways) {
      const { id, tab, token, granted, deviceCode, link, userName } = await personWithAccess(here)
      const tokens = [token, granted.access_token]
      const session = { headers: { cookie: tab.cookie } }
      const sessionThere = () => fetch(`${elsewhere.url}/auth/session`, session)
      assert.equal((await sessionThere()).status, 200)
      for (const each of tokens) assert.equal((await clientOf(elsewhere.url, each).get('/me')).status, 200)
      await way(here.directory, id)
      assert.equal((await tab.send('GET', '/auth/session')).status, 401)
      const ended = await eventually(sessionThere, ({ status }) => status === 401, 1_000)
      assert.equal(ended.status, 401)
      for (const each of tokens) {
        assert.equal((await app.client(each).get('/me')).status, 401)
        const there = await eventually(
          () => clientOf(elsewhere.url, each).get('/me'),
          ({ status }) => status === 401,
          1_000,
        )
        assert.equal(there.status, 401)
      }
      assert.equal((await program.refresh(granted.refresh_token)).body.error, 'invalid_grant')
      const signIn = { email: userName, password: 'a long walk by the river' }
      assert.equal((await browserTab(app.url).send('POST', '/auth/sign-in', signIn)).status, 401)
      const restored = await here.directory.post('/Users', newPerson({ userName, emails: [] }))
      if (restored.status !== 201)
        bodyOf(await here.directory.patch(`/Users/${id}`, [{ op: 'replace', path: 'active', value: true }]))
      else assert.equal(restored.body.id, id, 'the same person as before')
      assert.equal((await read(here.owner, `/users/${id}`)).isActive, true)
      assert.equal((await tab.send('GET', '/auth/session')).status, 401)
      for (const each of tokens) assert.equal((await app.client(each).get('/me')).status, 401)
      // A program that was let in by then, and has not asked for its token yet.
      assert.equal((await program.poll(deviceCode)).body.error, 'invalid_grant')
      const used = { link, password: 'a long walk by the sea' }
      assert.notEqual((await browserTab(app.url).send('POST', '/auth/links/use', used)).status, 200)
    }
  })

  test('C10: admins can shut out people of the directory, but what the directory says is changed there', async () => {
    const here = await company()
    const { id } = await personWithAccess(here)
    const admin = await signedIn(here.organisation)
    const edit = (body: object) => admin.send('PATCH', `/auth/members/${id}`, body)
    assert.equal((await edit({ displayName: 'Other' })).body.code, 'still_needed')
    assert.equal((await edit({ role: 'viewer' })).status, 200)
    assert.equal((await edit({ isActive: false })).status, 200)
    assert.equal(bodyOf(await here.directory.get(`/Users/${id}`)).active, false)
    assert.equal((await edit({ isActive: true })).status, 200)
    bodyOf(await here.directory.patch(`/Users/${id}`, [{ op: 'replace', path: 'active', value: false }]))
    assert.equal((await edit({ isActive: true })).body.code, 'still_needed')
    assert.equal((await here.directory.delete(`/Users/${id}`)).status, 204)
    assert.equal((await edit({ isActive: true })).body.code, 'still_needed')
  })

  test('C11: a password is nowhere', async () => {
    const { owner, directory } = await company()
    const password = `Canary-${engine}-0123456789`
    const id = idOf(await directory.post('/Users', newPerson({ password, groups: [] })))
    bodyOf(await directory.patch(`/Users/${id}`, [{ op: 'replace', path: 'password', value: password }]))
    bodyOf(await directory.patch(`/Users/${id}`, [{ op: 'replace', value: { password } }]))
    bodyOf(await directory.put(`/Users/${id}`, newPerson({ password })))
    await directory.post('/Users', newPerson({ password, userName: '' }))
    const tables = [
      'scim_people',
      'scim_emails',
      'scim_calls',
      'users',
      'passwords',
      'events',
      'idempotency_keys',
    ]
    for (const table of tables)
      assert.ok(!JSON.stringify(await rowsIn(app.store, `select * from ${table}`)).includes(password), table)
    assert.ok(!JSON.stringify(lines).includes(password))
    assert.ok(!(await owner.get('/audit-log')).text.includes(password))
    assert.ok(!JSON.stringify(lines).includes(directory.token))
  })

  test('C12: a PATCH is done or not done, and of adds at the same time none is lost', async (t) => {
    const { owner, directory } = await company()
    const id = idOf(await directory.post('/Users', newPerson()))
    const before = bodyOf(await directory.get(`/Users/${id}`))
    fails(
      await directory.patch(`/Users/${id}`, [
        { op: 'replace', path: 'displayName', value: 'Half' },
        { op: 'replace', path: 'active', value: false },
        { op: 'replace', path: 'emails[type eq "fax"]', value: { value: 'x@y.example' } },
      ]),
      400,
      'noTarget',
    )
    assert.deepEqual(bodyOf(await directory.get(`/Users/${id}`)), before)
    const path = `/Groups/${idOf(await directory.post('/Groups', { displayName: 'All' }))}`
    const added: string[] = []
    for (let n = 0; n < 20; n += 1) added.push(idOf(await directory.post('/Users', newPerson())))
    const elsewhere = await another(t)
    const there = scimClient(elsewhere.url, directory.token)
    const replies = await Promise.all(
      added.map((value, n) =>
        (n % 2 === 0 ? directory : there).patch(path, [{ op: 'add', path: 'members', value: [{ value }] }]),
      ),
    )
    assert.deepEqual(new Set(replies.map(({ status }) => status)), new Set([204]))
    const { members } = bodyOf(await directory.get(path))
    assert.deepEqual(members.map(({ value }: Body) => value).sort(), added.sort())
    assert.ok((await entries(owner, 'scim.group_updated')).length >= 1)
    assert.equal(bodyOf(await directory.get(`/Users/${added[0]}`)).schemas[0], coreUser)
  })
})
