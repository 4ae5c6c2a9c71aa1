import assert from 'node:assert/strict'
import { test } from 'node:test'
import { kinds } from '@svc/model'
import type { Sql } from '../../store/sql.ts'
import { onEachEngine, openTestStore } from '../../testing/engines.ts'
import { createAuthenticator } from './authenticate.ts'
import { createOrganisation } from './create-organisation.ts'
import { issueToken, revoke } from './issue-credentials.ts'

onEachEngine((engine) => {
  test('a token that is being looked up while it is revoked is refused from then on', async (t) => {
    const { store, remove } = await openTestStore(engine)
    t.after(remove)
    const { organisationId, id, token } = await newToken(store)
    const { reader, hasRead, letGo } = holdUp(store.engine.reader)
    const { authenticate } = createAuthenticator(
      { ...store, engine: { ...store.engine, reader } },
      () => new Date(),
    )

    const asking = authenticate(token)
    await hasRead
    await revoke(store, organisationId, kinds.token, id)
    letGo()

    await asking
    await assert.rejects(async () => authenticate(token), { code: 'unauthenticated' })
  })

  test('a slow look-up does not lengthen the time for which a token is remembered', async (t) => {
    const { store, remove } = await openTestStore(engine)
    t.after(remove)
    const { organisationId, id, token } = await newToken(store)
    const { reader, hasRead, letGo } = holdUp(store.engine.reader)
    let at = Date.now()
    // A store of its own: commits of the other are another process's to it.
    const apart = { ...store, engine: { ...store.engine, reader }, onCommit: () => {} }
    const { authenticate } = createAuthenticator(apart, () => new Date(at))

    const asking = authenticate(token)
    await hasRead
    await revoke(store, organisationId, kinds.token, id)
    at += 5_000
    letGo()

    await asking
    await assert.rejects(async () => authenticate(token), { code: 'unauthenticated' })
  })
})

type Store = Awaited<ReturnType<typeof openTestStore>>['store']

async function newToken(store: Store) {
  const ownerEmail = 'owner@test.example'
  const made = await createOrganisation(store, { name: 'Test', ownerEmail })
  assert.ok(made)
  const { organisationId } = made
  const issued = await issueToken(store, {
    organisationId,
    email: ownerEmail,
    mode: 'live',
    scopes: ['read'],
    name: 'to be revoked',
    expiresAt: null,
  })
  return { organisationId, ...issued }
}

/** Reads as ever, but what was found in the tokens is handed over only when told. */
function holdUp(reader: Sql) {
  const { promise: hasRead, resolve: noteRead } = Promise.withResolvers<void>()
  const { promise: isLetGo, resolve: letGo } = Promise.withResolvers<void>()
  const all: Sql['all'] = async (text, params) => {
    const rows = await reader.all(text, params)
    if (text.includes(' from tokens ')) {
      noteRead()
      await isLetGo
    }
    return rows
  }
  return { reader: { run: reader.run, all }, hasRead, letGo }
}
