import assert from 'node:assert/strict'
import { test } from 'node:test'
import { kinds } from '@svc/model'
import type { Access } from '../../store/access.ts'
import { findByDigest } from '../../store/queries/credentials.ts'
import { onEachEngine, openTestStore } from '../../testing/engines.ts'
import { createAuthenticator } from './authenticate.ts'
import { createOrganisation } from './create-organisation.ts'
import { issueToken, revoke } from './issue-credentials.ts'

onEachEngine((engine) => {
  test('a token that is being looked up while it is revoked is refused from then on', async (t) => {
    const { store, remove } = await openTestStore(engine)
    t.after(remove)
    const { organisationId, id, token } = await newToken(store)
    const { run, hasRead, letGo } = holdUp(store)
    const { authenticate } = createAuthenticator({ ...store, run }, () => new Date())

    const asking = authenticate(token)
    await hasRead
    await revoke(store, organisationId, kinds.token, id)
    letGo()

    await asking
    await assert.rejects(async () => authenticate(token), { code: 'unauthenticated' })
  })

  test('a slow lookup does not extend the time for which a token is cached', async (t) => {
    const { store, remove } = await openTestStore(engine)
    t.after(remove)
    const { organisationId, id, token } = await newToken(store)
    const { run, hasRead, letGo } = holdUp(store)
    let at = Date.now()
    // A separate store, to which the other's commits are those of another process.
    const apart = { ...store, run, onCommit: () => {} }
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

/** Reads as usual, but returns the token only when released. */
function holdUp(store: Access) {
  const { promise: hasRead, resolve: noteRead } = Promise.withResolvers<void>()
  const { promise: isLetGo, resolve: letGo } = Promise.withResolvers<void>()
  const run: Access['run'] = async (query, ...args) => {
    const found = await store.run(query, ...args)
    if ((query as unknown) === findByDigest) {
      noteRead()
      await isLetGo
    }
    return found
  }
  return { run, hasRead, letGo }
}
