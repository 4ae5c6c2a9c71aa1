import assert from 'node:assert/strict'
import { test } from 'node:test'
import { imageLimits } from '@svc/model'
import { checkedClient, type Client, onEachEngine, useApp } from '../../testing/index.ts'
import { type Body, bodyOf, make, notFound, read, refusedField, remove } from './checks.ts'

const png = Buffer.from('89504e470d0a1a0a', 'hex')
const sized = (bytes: number): string =>
  Buffer.concat([png, Buffer.alloc(bytes - png.length)]).toString('base64')

onEachEngine((engine) => {
  const app = useApp(engine)

  const newScene = async (over: object = {}) => {
    const organisation = await app.organisation()
    const owner = checkedClient(organisation.owner)
    const { id } = await make(owner, '/runbooks', { title: 'Queue', runbookType: 'x', ...over })
    const at = `/runbooks/${id}/images`
    const add = (content: string, name = 'queue.png'): Promise<Body> => make(owner, at, { name, content })
    return { organisation, owner, id, at, add }
  }

  test('an image is kept with its runbook, and what it is is found in its bytes', async () => {
    const { owner, at, add } = await newScene()
    const added = await add(sized(100))
    const { id, name, type, size, path, createdBy } = added
    assert.deepEqual([name, type, size, path], ['queue.png', 'image/png', 100, `images/${id}`])
    assert.ok(createdBy)
    assert.deepEqual(await read(owner, at), { images: [added] })
    assert.deepEqual(await read(owner, `${at}/${id}`), { ...added, content: sized(100) })
    for (const [begin, expected] of [
      [Buffer.from('ffd8ffe0', 'hex'), 'image/jpeg'],
      [Buffer.from('GIF89a'), 'image/gif'],
      [Buffer.from('RIFFabcdWEBPVP8 '), 'image/webp'],
    ] as const)
      assert.equal((await add(begin.toString('base64'))).type, expected)
    await remove(owner, `${at}/${id}`)
    notFound(await owner.get(`${at}/${id}`))
    notFound(await owner.delete(`${at}/${id}`))
    assert.equal((await read(owner, at)).images.length, 3)
  })

  test('what is no image, too large or too much is refused, and says why', async () => {
    const { owner, at, add } = await newScene()
    const refuse = async (body: object, why: RegExp) => {
      const reply = await owner.post(at, body)
      refusedField(reply, 'content')
      assert.match(reply.text, why)
    }
    await refuse({ name: 'x' }, /required/)
    await refuse({ content: 'no base64!' }, /Base64/)
    const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>'
    for (const bytes of [svg, '<html>', 'GIF', '%PDF-1.7'])
      await refuse({ content: Buffer.from(bytes).toString('base64') }, /PNG, JPEG, GIF or WebP/)
    await refuse({ content: sized(imageLimits.bytes + 1) }, /at most/)
    for (let n = 0; n < 5; n += 1) await add(sized(imageLimits.bytes))
    await refuse({ content: sized(9) }, /10 MiB in total/)
    const { images } = await read(owner, at)
    for (const { id } of images) await remove(owner, `${at}/${id}`)
    for (let n = 0; n < imageLimits.images; n += 1) await add(sized(9))
    await refuse({ content: sized(9) }, /up to 20 images/)
  })

  test('only whoever may see the runbook sees its images, and only writers add them', async () => {
    const { organisation, owner, at, add } = await newScene({ visibilityRoleMin: 'admin' })
    const { id } = await add(sized(50))
    const member = checkedClient(await organisation.person('member'))
    const stranger = checkedClient((await app.organisation()).owner)
    for (const client of [member, stranger]) {
      notFound(await client.get(at))
      notFound(await client.get(`${at}/${id}`))
      notFound(await client.post(at, { content: sized(50) }))
    }
    notFound(await stranger.delete(`${at}/${id}`))
    // As everything else, images are deleted by admins.
    assert.equal((await member.delete(`${at}/${id}`)).status, 403)
    const other = await make(owner, '/runbooks', { title: 'Other', runbookType: 'x' })
    notFound(await owner.get(`/runbooks/${other.id}/images/${id}`))
    notFound(await owner.delete(`/runbooks/${other.id}/images/${id}`))
    const viewer = await organisation.person('viewer')
    assert.equal((await viewer.post(`/runbooks/${other.id}/images`, { content: sized(50) })).status, 403)
    assert.equal((await read(owner, at)).images.length, 1)
  })

  test('the log says who added and deleted which image, without its bytes', async () => {
    const { organisation, owner, id: runbookId, at, add } = await newScene({ visibilityRoleMin: 'admin' })
    const { id } = await add(sized(3_000))
    await remove(owner, `${at}/${id}`)
    const eventsFor = async (client: Client): Promise<readonly Body[]> =>
      bodyOf(await client.get('/events?limit=100')).events.filter((event: Body) =>
        event.type.includes('image'),
      )
    const events = await eventsFor(owner)
    assert.deepEqual(
      events.map(({ type }) => type),
      ['runbook.image_added', 'runbook.image_deleted'],
    )
    assert.ok(events.every((event) => event.subject.id === runbookId))
    assert.ok(JSON.stringify(events).length < 3_000)
    assert.deepEqual(await eventsFor(checkedClient(await organisation.person('member'))), [])
  })
})
