import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { changeUser } from '../../services/identity/members.ts'
import { onEachEngine, serverOn, useApp } from '../../testing/index.ts'
import { type Body, bodyOf, make, read, refusedField, remove } from './checks.ts'
import { coreUser, directoryOf, enterprise, idOf, newPerson, scimClient } from './scim-directory.ts'

onEachEngine((engine) => {
  const app = useApp(engine)

  test('what a directory sends comes back as it was sent, and the member is made of it', async () => {
    const organisation = await app.organisation()
    const directory = await directoryOf(app, organisation)
    const sent = {
      schemas: [coreUser, enterprise],
      userName: 'Ada.Lovelace@Values.example',
      externalId: 'Id-7',
      name: { givenName: 'Ada', familyName: 'Lovelace', formatted: 'Ada Lovelace' },
      displayName: 'Countess Ada',
      title: 'Analyst',
      emails: [
        { value: 'Ada@Values.example', type: 'work', primary: true },
        { value: 'home@values.example', type: 'home' },
      ],
      active: true,
      [enterprise]: { department: 'Engines', manager: { value: 'usr_x' } },
    }
    const made = await directory.post('/Users', sent)
    const { id, meta, ...shown } = bodyOf(made, 201)
    assert.deepEqual(shown, sent)
    assert.equal(made.headers.get('content-type'), 'application/scim+json; charset=utf-8')
    assert.equal(made.headers.get('location'), meta.location)
    assert.match(meta.location, new RegExp(`^http.*/scim/v2/Users/${id}$`))
    assert.equal(made.headers.get('etag'), meta.version)
    const member = await read(organisation.owner, `/users/${id}`)
    assert.deepEqual(
      [member.email, member.displayName, member.role, member.isActive],
      ['ada@values.example', 'Countess Ada', 'member', true],
    )
    const { auditLog } = await read(organisation.owner, `/audit-log?subjectId=${id}`)
    assert.deepEqual(
      auditLog.map(({ type, actor }: Body) => [type, actor.name]),
      [['user.created', 'Directory']],
    )
  })

  test('lists are paged and filtered, and say how many there are', async () => {
    const directory = await directoryOf(app, await app.organisation())
    const none = bodyOf(await directory.get('/Users?filter=userName%20eq%20%22nobody%22'))
    assert.deepEqual(none, {
      schemas: ['urn:ietf:params:scim:api:messages:2.0:ListResponse'],
      totalResults: 0,
      startIndex: 1,
      itemsPerPage: 0,
      Resources: [],
    })
    const people = []
    for (let n = 0; n < 5; n += 1)
      people.push(
        bodyOf(await directory.post('/Users', newPerson({ externalId: `E${n}`, active: n > 0 })), 201),
      )
    const ids = people.map(({ id }) => id).sort()
    const page = async (query: string) => {
      const { Resources, startIndex, itemsPerPage, totalResults } = bodyOf(
        await directory.get(`/Users?${query}`),
      )
      return [Resources.map(({ id }: Body) => id), startIndex, itemsPerPage, totalResults]
    }
    assert.deepEqual(await page('startIndex=2&count=2'), [ids.slice(1, 3), 2, 2, 5])
    assert.deepEqual(await page('startIndex=-5&count=1000000000'), [ids, 1, 5, 5])
    assert.deepEqual(await page('count=0'), [[], 1, 0, 5])
    assert.deepEqual(await page('count=-1'), [[], 1, 0, 5])
    assert.deepEqual(await page('startIndex=99'), [[], 99, 0, 5])
    const [first, second] = people
    const found: readonly (readonly [filter: string, hits: readonly string[]])[] = [
      [`userName eq "${first.userName.toUpperCase()}"`, [first.id]],
      [`USERNAME Eq "${first.userName}" and active eq false`, [first.id]],
      [`externalId eq "E1"`, [second.id]],
      [`externalId eq "e1"`, []],
      [`id eq "${first.id}"`, [first.id]],
      [`emails[type eq "work"].value eq "${second.userName}"`, [second.id]],
      [`emails[type eq "work" and value eq "${second.userName}"]`, [second.id]],
      [`emails.value eq "${second.userName}"`, [second.id]],
      [`emails co "${second.userName.slice(2)}"`, [second.id]],
      [`${coreUser}:userName eq "${second.userName}"`, [second.id]],
      [`active eq "False"`, [first.id]],
      [`not (active eq true)`, [first.id]],
      [`meta.lastModified gt "2030-01-01T00:00:00Z"`, []],
      [`userName sw "p${process.pid}." and userName ew "nowhere"`, []],
      [`externalId eq "E0" or externalId eq "E1"`, [first.id, second.id].sort()],
    ]
    for (const [filter, hits] of found)
      assert.deepEqual((await page(`filter=${encodeURIComponent(filter)}`))[0], hits, filter)
    // Some clients leave a question mark as it is, which an address may contain.
    assert.deepEqual((await page('filter=userName+eq+"who?"'))[0], [])
    const bare = bodyOf(await directory.get(`/Users/${first.id}?attributes=userName,emails.value`))
    assert.deepEqual(Object.keys(bare).sort(), ['emails', 'id', 'schemas', 'userName'])
    assert.deepEqual(Object.keys(bare.emails[0]), ['value'])
  })

  test('one address at most is the primary one, however it becomes so', async () => {
    const directory = await directoryOf(app, await app.organisation())
    const [work, home] = ['work', 'home'].map((type) => ({ type, value: `${type}@primary.example` }))
    const emails = [{ ...work, primary: true }]
    const ways = [
      { path: 'emails', value: [{ ...home, primary: true }] },
      { path: 'emails[type eq "home" and primary eq true].value', value: home?.value },
      { path: 'emails[type eq "other"]', value: { ...home, primary: true } },
      { path: 'emails[type eq "other"].primary', value: true },
    ]
    const id = idOf(await directory.post('/Users', newPerson({ emails })))
    for (const way of ways) {
      const before = { ...newPerson(), emails: [...emails, { type: 'other', value: 'o@primary.example' }] }
      bodyOf(await directory.put(`/Users/${id}`, before))
      const after = bodyOf(await directory.patch(`/Users/${id}`, [{ op: 'add', ...way }]))
      const primaries = after.emails.filter(({ primary }: Body) => primary === true)
      assert.equal(primaries.length, 1, way.path)
      assert.notEqual(primaries[0].type, 'work', way.path)
    }
    const both = await directory.patch(`/Users/${id}`, [
      { op: 'replace', path: 'emails.primary', value: true },
    ])
    assert.deepEqual([both.status, both.body.scimType], [400, 'invalidValue'])
  })

  test('versions: what has changed meanwhile is not overwritten, and what has not is not sent again', async () => {
    const directory = await directoryOf(app, await app.organisation())
    const made = await directory.post('/Users', newPerson())
    const path = `/Users/${idOf(made)}`
    const version = String(made.headers.get('etag'))
    assert.equal((await directory.get(path, { 'if-none-match': version })).status, 304)
    const rename = [{ op: 'replace', path: 'displayName', value: 'Other' }]
    assert.equal((await directory.patch(path, rename, { 'if-match': version })).status, 200)
    const late = await directory.patch(path, rename, { 'if-match': version })
    assert.deepEqual([late.status, late.body.status], [412, '412'])
    assert.equal((await directory.delete(path, { 'if-match': version })).status, 412)
    assert.equal((await directory.delete(path, { 'if-match': '*' })).status, 204)
  })

  test('a token is shown once, may overlap with others, survives whoever made it, and ends at once', async () => {
    const organisation = await app.organisation()
    const admin = await organisation.person('admin')
    const made = await make(admin, '/scim-tokens', { name: 'Old' })
    assert.match(made.token, /^svc_scim_[0-9a-f]{48}$/)
    assert.equal(made.token.slice(-4), made.lastFour)
    const other = await make(organisation.owner, '/scim-tokens', { name: 'New' })
    const [old, fresh] = [scimClient(app.url, made.token), scimClient(app.url, other.token)]
    for (const one of [old, fresh]) assert.equal((await one.get('/Users')).status, 200)
    const { scimTokens } = await read(organisation.owner, '/scim-tokens')
    assert.deepEqual(
      scimTokens.map(({ name, createdBy, ...rest }: Body) => [
        name,
        createdBy,
        'token' in rest,
        'digest' in rest,
      ]),
      [
        ['New', organisation.ownerId, false, false],
        ['Old', made.createdBy, false, false],
      ],
    )
    await remove(organisation.owner, `/scim-tokens/${made.id}`)
    assert.equal((await old.get('/Users')).status, 401)
    assert.equal((await fresh.get('/Users')).status, 200)
  })

  test('a secret of one’s own is taken if it looks like ours, and only once', async () => {
    const { owner } = await app.organisation()
    const token = `svc_scim_${randomBytes(24).toString('hex')}`
    const { token: shown, lastFour, prefix } = await make(owner, '/scim-tokens', { name: 'Okta', token })
    assert.deepEqual([shown, lastFour, prefix], [token, token.slice(-4), 'svc_scim_'])
    const headers = { authorization: `Bearer ${token}` }
    assert.equal((await fetch(`${app.url}/scim/v2/Users`, { headers })).status, 200)
    for (const wrong of [
      '',
      'hunter2',
      token.toUpperCase(),
      `${token}0`,
      token.slice(0, -1),
      ` ${token}`,
      null,
    ])
      refusedField(await owner.post('/scim-tokens', { name: 'x', token: wrong }), 'token')
    const other = await app.organisation()
    for (const one of [owner, other.owner]) {
      const again = await one.post('/scim-tokens', { name: 'Again', token })
      assert.deepEqual([again.status, again.body.code], [409, 'duplicate'])
      assert.doesNotMatch(again.text, new RegExp(token.slice(9)))
    }
  })

  test('admins see what directories did last, and why they were refused', async () => {
    const organisation = await app.organisation()
    const directory = await directoryOf(app, organisation)
    idOf(await directory.post('/Users', newPerson()))
    await directory.send('GET', '/Users?filter=secret', undefined, { 'user-agent': 'Directory/1' })
    for (let n = 0; n < 60; n += 1) await directory.get('/Groups')
    await directory.patch('/Users/usr_none', [{ op: 'x' }])
    const { calls, people, activePeople, groups, url } = await read(organisation.owner, '/scim/status')
    assert.deepEqual([people, activePeople, groups, calls.length], [1, 1, 0, 50])
    assert.match(url, /\/scim\/v2$/)
    const [last] = calls
    assert.deepEqual(
      [last.method, last.path, last.status, last.tokenName, last.detail],
      ['PATCH', '/Users/usr_none', 404, 'Directory', 'There is no user "usr_none".'],
    )
    assert.ok(!JSON.stringify(calls).includes('secret'))
    assert.equal((await (await organisation.person('member')).get('/scim/status')).status, 403)
  })

  test('how many people and groups there are is kept, whoever changes them', async () => {
    const organisation = await app.organisation()
    const { owner } = organisation
    const directory = await directoryOf(app, organisation)
    const counted = async () => {
      const { people, activePeople, groups } = await read(owner, '/scim/status')
      return [people, activePeople, groups]
    }
    const [ada, bob] = [newPerson(), newPerson({ active: false })]
    const [adaId, bobId] = [
      idOf(await directory.post('/Users', ada)),
      idOf(await directory.post('/Users', bob)),
    ]
    const group = idOf(await directory.post('/Groups', { displayName: 'Counted' }))
    assert.deepEqual(await counted(), [2, 1, 1])
    bodyOf(await directory.patch(`/Users/${bobId}`, [{ op: 'replace', path: 'active', value: true }]))
    assert.deepEqual(await counted(), [2, 2, 1])
    const deactivate = (email: string) =>
      changeUser(app.store, { organisationId: organisation.id, email }, { isActive: false })
    await deactivate(ada.userName)
    assert.deepEqual(await counted(), [2, 1, 1])
    // Of people who are no longer the directory's, and of those who never were, nothing is counted.
    await directory.delete(`/Users/${bobId}`)
    await directory.delete(`/Users/${adaId}`)
    await directory.delete(`/Groups/${group}`)
    await deactivate((await organisation.user('member')).email)
    assert.deepEqual(await counted(), [0, 0, 0])
    assert.equal(idOf(await directory.post('/Users', ada)), adaId)
    idOf(await directory.post('/Users', bob))
    assert.equal((await directory.post('/Users', ada)).status, 409)
    assert.deepEqual(await counted(), [2, 1, 0])
  })

  test('everything is answered in SCIM’s own shape, whatever is wrong', async () => {
    const directory = await directoryOf(app, await app.organisation())
    const stranger = scimClient(app.url, 'svc_scim_none')
    const cases = [
      [await stranger.get('/Users'), 401],
      [await directory.get('/Nothing'), 404],
      [await directory.get('/Users/usr_none/more'), 404],
      [await directory.get('/Users/usr_none'), 404],
      [await directory.send('PUT', '/Users', {}), 405],
      [await directory.send('POST', '/Schemas', {}), 405],
      [await directory.send('POST', '/Bulk', {}), 501],
      [await directory.get('/Me'), 501],
      [await directory.send('POST', '/Users', '<x/>', { 'content-type': 'text/xml' }), 415],
      [await directory.send('POST', '/Users', '{'), 400],
      [await directory.send('POST', '/Users', '[]'), 400],
      [await directory.send('POST', '/Users', {}), 400],
      [await directory.send('POST', '/Users', `"${'x'.repeat(5 * 1024 * 1024)}"`), 413],
      [await directory.get('/Users?filter=a'), 400],
      [await directory.get('/Users?count=many'), 400],
      [await directory.get('/Users/%00'), 404],
    ] as const
    for (const [{ body, text, headers }, status] of cases) {
      assert.equal(body?.status, String(status), text)
      assert.deepEqual(body.schemas, ['urn:ietf:params:scim:api:messages:2.0:Error'])
      assert.ok(body.detail, text)
      assert.match(String(headers.get('content-type')), /^application\/scim\+json/)
    }
    const [methodNotAllowed] = cases[4]
    assert.equal(methodNotAllowed.headers.get('allow'), 'GET, POST')
    for (const body of ['{', '[]', ''])
      assert.equal((await directory.send('POST', '/Users', body)).body.scimType, 'invalidSyntax')
  })

  test('a directory that asks too often is told so in SCIM’s shape, too', async (t) => {
    const server = await serverOn(app.location, { rateLimit: '2/600s' })
    t.after(server.close)
    const { token } = await directoryOf(app, await app.organisation())
    const directory = scimClient(server.url, token)
    const replies = [
      await directory.get('/Users'),
      await directory.get('/Users'),
      await directory.get('/Users'),
    ]
    assert.deepEqual(
      replies.map(({ status }) => status),
      [200, 200, 429],
    )
    const [, , last] = replies
    assert.equal(last?.body.status, '429')
    assert.deepEqual(last?.body.schemas, ['urn:ietf:params:scim:api:messages:2.0:Error'])
    assert.ok(Number(last?.headers.get('retry-after')) > 0)
  })

  test('the server says what it can do', async () => {
    const directory = await directoryOf(app, await app.organisation())
    const config = bodyOf(await directory.get('/ServiceProviderConfig'))
    assert.deepEqual(
      [config.patch, config.bulk, config.filter, config.etag],
      [
        { supported: true },
        { supported: false, maxOperations: 0, maxPayloadSize: 0 },
        { supported: true, maxResults: 200 },
        { supported: true },
      ],
    )
    const schemas = await directory.get('/Schemas')
    assert.equal(bodyOf(schemas).totalResults, 3)
    assert.ok(!schemas.text.includes('null'), 'Entra’s validator takes no nulls')
    assert.equal(bodyOf(await directory.get(`/Schemas/${coreUser}`)).name, 'User')
    assert.equal(bodyOf(await directory.get('/ResourceTypes')).totalResults, 2)
    assert.equal(bodyOf(await directory.get('/ResourceTypes/User')).endpoint, '/Users')
    assert.equal((await directory.get('/Schemas?filter=id%20pr')).status, 403)
  })
})
