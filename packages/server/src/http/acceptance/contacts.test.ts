import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { maxContacts } from '@svc/model'
import { onEachEngine, useApp } from '../../testing/index.ts'
import { bodyOf, notFound, read, refused, refusedField } from './checks.ts'

const phone = { type: 'phone', value: '+44 20 7946 0001' }
const chat = { type: 'chat', value: 'https://acme.slack.com/team/U024BE7LH' }

onEachEngine((engine) => {
  describe('contacts', () => {
    const app = useApp(engine)

    test('members say how they are reached, and everyone can read it', async () => {
      const organisation = await app.organisation()
      const { owner, ownerId } = organisation
      assert.deepEqual((await read(owner, `/users/${ownerId}`)).contacts, [])
      const member = await organisation.person('member')
      const { user } = await read(member, '/me')
      const path = `/users/${user.id}/contacts`
      assert.deepEqual(bodyOf(await member.send('PUT', path, { contacts: [phone, chat] })).contacts, [
        phone,
        chat,
      ])
      assert.deepEqual((await read(owner, `/users/${user.id}`)).contacts, [phone, chat])
      assert.deepEqual(
        bodyOf(await owner.send('PUT', path, { contacts: [chat] })).contacts,
        [chat],
        'an admin',
      )
      assert.deepEqual(bodyOf(await member.send('PUT', path, { contacts: [] })).contacts, [])
      const { auditLog } = await read(owner, '/audit-log?type=user.updated')
      assert.equal(auditLog[0]?.subject.id, user.id)
    })

    test('others may not, and neither may test data or a stale precondition', async () => {
      const organisation = await app.organisation()
      const { owner, ownerId } = organisation
      const path = `/users/${ownerId}/contacts`
      const body = { contacts: [phone] }
      const member = await organisation.person('member')
      refused(await member.send('PUT', path, body), 403, 'forbidden')
      const tested = await organisation.person('owner', { mode: 'test' })
      refused(await tested.send('PUT', path, body), 403, 'forbidden')
      refused(await owner.send('PUT', path, body, { 'if-match': '"0"' }), 412, 'precondition_failed')
      notFound(await owner.send('PUT', '/users/usr_nobody/contacts', body))
      const other = await app.organisation()
      notFound(await other.owner.send('PUT', path, body))
      assert.deepEqual((await read(owner, `/users/${ownerId}`)).contacts, [])
    })

    test('what is no number, address or handle is refused', async () => {
      const { owner, ownerId } = await app.organisation()
      const put = (contacts: unknown) => owner.send('PUT', `/users/${ownerId}/contacts`, { contacts })
      const bad: readonly (readonly [string, string])[] = [
        ['phone', 'call me'],
        ['phone', '+'],
        ['chat', 'javascript:alert(1)'],
        ['chat', 'http://chat.example.com/ada'],
        ['email', 'ada'],
      ]
      for (const [type, value] of bad) refusedField(await put([phone, { type, value }]), 'contacts/1/value')
      const good: readonly (readonly [string, string])[] = [
        ['phone', '112'],
        ['phone', '(030) 5550-1101 ext. 7'],
        ['chat', '@ada'],
        ['chat', '@ada:example.org'],
        ['chat', 'ada lovelace'],
        ['email', 'ada@example.com'],
      ]
      for (const [type, value] of good) bodyOf(await put([{ type, value }]))
      refusedField(await put([{ type: 'pager', value: '1' }]), 'contacts/0/type')
      refusedField(await put([{ type: 'phone', value: ' ' }]), 'contacts/0/value')
      refusedField(await put(undefined), 'contacts')
      refusedField(await put(Array.from({ length: maxContacts + 1 }, () => phone)), 'contacts')
    })
  })
})
