import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEachEngine, useApp } from '../../testing/index.ts'
import {
  type Body,
  bodyOf,
  change,
  idsOf,
  make,
  notFound,
  read,
  refused,
  refusedField,
  remove,
} from './checks.ts'

onEachEngine((engine) => {
  const app = useApp(engine)

  const scene = async () => {
    const organisation = await app.organisation()
    const { id: appId } = await make(organisation.owner, '/projects', { name: 'Checkout' })
    const { id: issueId } = await make(organisation.owner, '/issues', { appId, title: 'Slow' })
    const say = (client: Parameters<typeof make>[0], bodyMd: string): Promise<Body> =>
      make(client, '/issue-comments', { issueId, bodyMd })
    return { ...organisation, appId, issueId, say }
  }

  test('a comment names its author, whatever the body says, and is in the activity of its issue', async () => {
    const { owner, person, key, issueId } = await scene()
    const member = await person('member')
    const { user } = await read(member, '/me')
    const body = { issueId, bodyMd: '**Yes**', authorUid: 'usr_x', authorName: 'Somebody else' }
    const comment = await make(member, '/issue-comments', body)
    assert.equal(comment.authorUid, user.id)
    assert.notEqual(comment.authorName, 'Somebody else')
    const byKey = await make(await key(), '/issue-comments', { issueId, bodyMd: 'Deployed.' })
    assert.equal(byKey.authorUid, null)
    assert.match(byKey.authorName, /\S/)
    const viewer = await person('viewer')
    const { comments } = await read(viewer, `/issue-comments?issueId=${issueId}`)
    assert.deepEqual(idsOf(comments), [byKey.id, comment.id])
    const { activity } = await read(viewer, `/issues/${issueId}/activity`)
    assert.partialDeepStrictEqual(activity[0], { type: 'issue.commented', after: { commentId: byKey.id } })
    refused(await viewer.post('/issue-comments', { issueId, bodyMd: 'x' }), 403, 'forbidden')
    refusedField(await owner.post('/issue-comments', { issueId, bodyMd: '  ' }), 'bodyMd')
    refusedField(await owner.post('/issue-comments', { issueId: 'iss_x', bodyMd: 'x' }), 'issueId')
  })

  test('its author and admins may change and delete it, and nobody else', async () => {
    const { owner, person, key, say } = await scene()
    const [author, other] = [await person('member'), await person('member')]
    const comment = await say(author, 'first')
    const at = `/issue-comments/${comment.id}`
    for (const client of [other, await key()]) {
      refused(await client.patch(at, { bodyMd: 'x' }), 403, 'forbidden')
      refused(await client.delete(at), 403, 'forbidden')
    }
    assert.equal((await change(author, at, { bodyMd: 'second' })).bodyMd, 'second')
    const edited = await change(owner, at, { bodyMd: 'third' })
    assert.equal(edited.authorUid, comment.authorUid)
    await remove(author, at)
    notFound(await author.get(at))
    const another = await say(other, 'x')
    await remove(owner, `/issue-comments/${another.id}`)
  })

  test('comments go with their issue and come back with it, with their authors', async () => {
    const { owner, person, issueId, say } = await scene()
    const comment = await say(await person('member'), 'first')
    await remove(owner, `/issues/${issueId}`)
    notFound(await owner.get(`/issue-comments/${comment.id}`))
    const [{ eventId }] = (await read(owner, '/deleted?kind=issue')).deleted
    bodyOf(await owner.post(`/deleted/${eventId}/restore`))
    const back = await read(owner, `/issue-comments/${comment.id}`)
    assert.deepEqual({ ...back, updatedAt: 0 }, { ...comment, updatedAt: 0 })
    const { activity } = await read(owner, `/issues/${issueId}/activity`)
    assert.equal(activity.filter(({ type }: Body) => type === 'issue.commented').length, 1)
  })
})
