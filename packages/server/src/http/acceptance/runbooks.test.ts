import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Role } from '@svc/model'
import { changeUser } from '../../services/identity/members.ts'
import { checkedClient, type Client, onEachEngine, useApp } from '../../testing/index.ts'
import { type Body, change, idsOf, make, notFound, read, refused, refusedField, remove } from './checks.ts'

const roles: readonly Role[] = ['viewer', 'member', 'admin', 'owner']

const seenBy = async (client: Client): Promise<readonly string[]> =>
  (await read(client, '/runbooks')).runbooks
    .map(({ visibilityRoleMin }: Body) => visibilityRoleMin)
    .toReversed()

onEachEngine((engine) => {
  const app = useApp(engine)

  const oneForEachRole = async (owner: Client): Promise<Readonly<Record<string, string>>> => {
    const ids: Record<string, string> = {}
    for (const visibilityRoleMin of roles) {
      const input = { title: visibilityRoleMin, runbookType: 'maintenance', visibilityRoleMin }
      ids[visibilityRoleMin] = (await make(owner, '/runbooks', input)).id
    }
    return ids
  }

  test('a runbook keeps its markdown and links', async () => {
    const { owner } = await app.organisation()
    const { id: appId } = await make(owner, '/projects', { name: 'Shop' })
    const fields = {
      ...{
        title: 'Roll back',
        runbookType: 'incident_response',
        bodyMd: '# Steps\n\n1. `undo`\r\n2. breathe 🙂',
      },
      ...{ linkedAppIds: [appId], linkedIncidentSeverities: ['sev1', 'sev2'], tags: ['db'], pinned: true },
    }
    const made = await make(owner, '/runbooks', fields)
    for (const [key, value] of Object.entries(fields)) assert.deepEqual(made[key], value, key)
    const again = await change(owner, `/runbooks/${made.id}`, { pinned: false, bodyMd: '' })
    assert.deepEqual([again.pinned, again.bodyMd, again.linkedAppIds], [false, '', [appId]])
  })

  test('a caller sees what their role may see: in lists and individually', async () => {
    const { owner, person } = await app.organisation()
    const ids = await oneForEachRole(owner)
    for (const [rank, role] of roles.entries()) {
      const client = await person(role)
      assert.deepEqual(await seenBy(client), roles.slice(0, rank + 1), role)
      for (const [needed, minimum] of roles.entries()) {
        const reply = await client.get(`/runbooks/${ids[minimum]}`)
        if (needed <= rank) assert.equal(reply.body.visibilityRoleMin, minimum)
        else notFound(reply)
      }
    }
  })

  test('a key counts as a member, whatever its scopes', async () => {
    const { owner, key } = await app.organisation()
    const ids = await oneForEachRole(owner)
    for (const client of [await key({ scopes: ['read'] }), await key({ scopes: ['read', 'write'] })]) {
      assert.deepEqual(await seenBy(client), ['viewer', 'member'])
      notFound(await client.get(`/runbooks/${ids.admin}`))
    }
  })

  test('the role counts, not the scopes of the token', async () => {
    const { owner, person } = await app.organisation()
    await oneForEachRole(owner)
    assert.deepEqual(await seenBy(await person('owner', { scopes: ['read'] })), roles)
  })

  test('nobody can change or delete what they cannot see', async () => {
    const { owner, person } = await app.organisation()
    const ids = await oneForEachRole(owner)
    const [member, admin] = [await person('member'), await person('admin')]
    notFound(await member.patch(`/runbooks/${ids.admin}`, { title: 'x' }))
    notFound(await admin.patch(`/runbooks/${ids.owner}`, { title: 'x' }))
    notFound(await admin.delete(`/runbooks/${ids.owner}`))
    assert.equal((await change(admin, `/runbooks/${ids.admin}`, { title: 'x' })).title, 'x')
    assert.equal((await read(owner, `/runbooks/${ids.owner}`)).title, 'owner')
  })

  test('the audit log says that something happened, but not what the reader may not see', async () => {
    const { owner, person } = await app.organisation()
    const input = { title: 'Break glass', runbookType: 'r', bodyMd: 'the safe', visibilityRoleMin: 'owner' }
    const { id } = await make(owner, '/runbooks', input)
    const admin = await person('admin')
    const path = `/audit-log?subjectId=${id}`
    const [hidden] = (await read(admin, path)).auditLog
    assert.deepEqual([hidden.type, hidden.before, hidden.after], ['runbook.created', null, null])
    assert.equal((await read(owner, path)).auditLog[0].after.bodyMd, 'the safe')
    await change(owner, `/runbooks/${id}`, { visibilityRoleMin: 'admin', bodyMd: 'nothing' })
    const [opened] = (await read(admin, path)).auditLog
    assert.deepEqual([opened.before, opened.after.bodyMd], [null, 'nothing'])
  })

  test('hidden runbooks do not show in pages either', async () => {
    const { owner, person } = await app.organisation()
    const viewer = await person('viewer')
    const visible: string[] = []
    for (const visibilityRoleMin of ['viewer', 'owner', 'viewer', 'owner', 'admin', 'viewer']) {
      const { id } = await make(owner, '/runbooks', { title: 'x', runbookType: 'r', visibilityRoleMin })
      if (visibilityRoleMin === 'viewer') visible.push(id)
    }
    const first = await read(viewer, '/runbooks?limit=2')
    const rest = await read(viewer, `/runbooks?limit=2&cursor=${encodeURIComponent(first.nextCursor)}`)
    assert.deepEqual([...idsOf(first.runbooks), ...idsOf(rest.runbooks)], visible.toReversed())
    assert.equal(rest.nextCursor, null)
  })

  test('a change of role or of visibility takes effect at once', async () => {
    const { owner, person, id: organisationId } = await app.organisation()
    const ids = await oneForEachRole(owner)
    const member = await person('member')
    const { email } = (await read(member, '/me')).user
    assert.deepEqual(await seenBy(member), ['viewer', 'member'])
    await change(owner, `/runbooks/${ids.viewer}`, { visibilityRoleMin: 'admin' })
    assert.deepEqual(await seenBy(member), ['member'])
    await changeUser(app.store, { organisationId, email }, { role: 'admin' })
    assert.equal((await seenBy(member)).length, 3)
    for (const visibilityRoleMin of ['guest', '', null, 'Owner'])
      refusedField(await owner.patch(`/runbooks/${ids.viewer}`, { visibilityRoleMin }), 'visibilityRoleMin')
  })

  test('deleted runbooks are read by admins who ask for them, and by nobody else', async () => {
    const organisation = await app.organisation()
    const owner = checkedClient(organisation.owner)
    const input = { runbookType: 'rollback', bodyMd: 'Undo.', tags: ['db'] }
    const kept = await make(owner, '/runbooks', { ...input, title: 'Kept' })
    const gone = await make(owner, '/runbooks', { ...input, title: 'Gone' })
    await remove(owner, `/runbooks/${gone.id}`)
    const asked = '?includeDeleted=true'
    const marked = ({ runbooks }: Body) => runbooks.map(({ title, isDeleted }: Body) => [title, isDeleted])
    const both = [
      ['Gone', true],
      ['Kept', false],
    ]
    for (const client of [owner, checkedClient(await organisation.person('admin'))]) {
      for (const more of ['', '&tag=db', '&limit=10']) {
        assert.deepEqual(marked(await read(client, `/runbooks${asked}${more}`)), both, more)
      }
      const one = await read(client, `/runbooks/${gone.id}${asked}`)
      const { updatedAt: _, ...before } = gone
      const { updatedAt: __, ...after } = one
      assert.deepEqual(after, { ...before, isDeleted: true })
      assert.equal((await read(client, `/runbooks/${kept.id}${asked}`)).isDeleted, false)
    }
    // The same when paged.
    const first = await read(owner, `/runbooks${asked}&limit=1`)
    const second = await read(owner, `/runbooks${asked}&limit=1&cursor=${first.nextCursor}`)
    assert.deepEqual([...marked(first), ...marked(second)], both)
    refusedField(await owner.get(`/runbooks?limit=1&cursor=${first.nextCursor}`), 'cursor')

    // Without it, or with false, nothing has changed.
    for (const query of ['', '?includeDeleted=false']) {
      assert.deepEqual(marked(await read(owner, `/runbooks${query}`)), [['Kept', undefined]])
      notFound(await owner.get(`/runbooks/${gone.id}${query}`))
      assert.ok(!('isDeleted' in (await read(owner, `/runbooks/${kept.id}${query}`))))
    }
    notFound(await owner.patch(`/runbooks/${gone.id}`, { title: 'Back' }))
    notFound(await owner.delete(`/runbooks/${gone.id}`))
    refusedField(await owner.get('/runbooks?includeDeleted=yes'), 'includeDeleted')
    refusedField(await owner.get('/projects?includeDeleted=true'), 'includeDeleted')

    const others = [
      await organisation.person('member'),
      await organisation.person('owner', { scopes: ['read', 'write'] }),
      await organisation.key({ scopes: ['read', 'write'] }),
    ].map(checkedClient)
    for (const client of others) {
      // Even if an admin's answer is cached.
      for (const path of ['/runbooks', `/runbooks/${gone.id}`, `/runbooks/${kept.id}`, '/runbooks/rbk_none'])
        refused(await client.get(`${path}${asked}`), 403, 'forbidden')
      assert.deepEqual(marked(await read(client, '/runbooks')), [['Kept', undefined]])
    }
    notFound(await owner.get(`/runbooks/rbk_none${asked}`))
    const outsider = checkedClient((await app.organisation()).owner)
    notFound(await outsider.get(`/runbooks/${gone.id}${asked}`))
    assert.deepEqual(marked(await read(outsider, `/runbooks${asked}`)), [])
  })

  test('a deleted runbook stays hidden from roles that could not see it, and tags do not mix', async () => {
    const organisation = await app.organisation()
    const owner = checkedClient(organisation.owner)
    const ids = await oneForEachRole(owner)
    const tagOf = async (path: string, etag?: string) => {
      const reply = await owner.get(path, etag === undefined ? {} : { 'if-none-match': etag })
      return { status: reply.status, etag: reply.headers.get('etag') ?? '' }
    }
    const [plain, asked] = [`/runbooks/${ids.owner}`, `/runbooks/${ids.owner}?includeDeleted=true`]
    const [one, other] = [await tagOf(plain), await tagOf(asked)]
    assert.notEqual(one.etag, other.etag)
    assert.equal((await tagOf(asked, other.etag)).status, 304)
    assert.equal((await tagOf(asked, one.etag)).status, 200)
    assert.equal((await tagOf(plain, other.etag)).status, 200)
    // What was read can be sent back, with its tag.
    const record = await read(owner, asked)
    const reply = await owner.patch(plain, { ...record, title: 'Changed' }, { 'if-match': other.etag })
    assert.equal(reply.status, 200, reply.text)
    const { etag } = await tagOf(asked)
    for (const id of Object.values(ids)) await remove(owner, `/runbooks/${id}`)
    assert.equal((await tagOf(asked, etag)).status, 200)
    const admin = checkedClient(await organisation.person('admin'))
    notFound(await admin.get(asked))
    const { runbooks } = await read(admin, '/runbooks?includeDeleted=true')
    assert.deepEqual(
      runbooks.map(({ visibilityRoleMin }: Body) => visibilityRoleMin),
      ['admin', 'member', 'viewer'],
    )
  })
})
