import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { allOperations, type Kind, kinds, listKeyOf, type Operation } from '@svc/model'
import {
  type BrowserTab,
  browserTab,
  caughtUp,
  type Client,
  clockBetweenJobs,
  kindsWith,
  onEachEngine,
  requiredQueryOf,
  useApp,
} from '../testing/index.ts'
import { newSide, ownAddress, type Side } from '../testing/sides.ts'

interface Reader {
  readonly name: string
  readonly side: Side
  readonly client: Client
}

const password = 'a long walk by the river'
const vary = ['Accept-Encoding', 'Authorization', 'Cookie', 'X-Svc-Mode']
/** Everything except requests to other hosts. */
const reads = allOperations.filter(({ method, asksOutside }) => method === 'GET' && !asksOutside)
/** In the form of earlier versions. */
const bareNumbers = Array.from({ length: 200 }, (_, number) => `"${number}"`).join(', ')

onEachEngine((engine) => {
  const app = useApp(engine, { now: clockBetweenJobs() })
  const sides: Side[] = []
  const readers: Reader[] = []

  before(async () => {
    const [ours, theirs] = [await app.organisation(), await app.organisation()]
    sides.push(await newSide(app, 'ours-live', ours, 'live'))
    sides.push(await newSide(app, 'ours-test', ours, 'test'))
    sides.push(await newSide(app, 'theirs-live', theirs, 'live'))
    for (const side of sides) {
      const { organisation, mode, name } = side
      readers.push({ name: `owner of ${name}`, side, client: side.client })
      for (const role of ['admin', 'viewer'] as const)
        readers.push({ name: `${role} of ${name}`, side, client: await organisation.person(role, { mode }) })
      readers.push({ name: `key of ${name}`, side, client: await organisation.key({ mode }) })
    }
    // Each asks once: when a token was last used is part of some answers.
    for (const { client } of readers) await client.get('/me')
    await caughtUp(app)
  })

  const addressFor = (operation: Operation, side: Side): string => {
    const query = requiredQueryOf(operation, side.made.get(kinds.project)?.id)
    return `${ownAddress(side, operation.path)}?${query}`
  }

  for (const operation of reads) {
    test(`GET ${operation.path}: nobody gets 304 for a tag that came with another body`, async () => {
      const given: (Reader & Readonly<Record<'address' | 'text' | 'etag', string>>)[] = []
      for (const reader of readers) {
        const address = addressFor(operation, reader.side)
        const { status, text, headers } = await reader.client.get(address)
        if (status === 403) continue
        assert.equal(status, 200, `${reader.name}: ${text}`)
        assertVaries(headers)
        assert.equal(headers.get('cache-control'), 'private, no-cache')
        given.push({ ...reader, address, text, etag: String(headers.get('etag')) })
      }
      assert.ok(given.length >= 3, 'somebody on every side may read it')
      for (const { name, client, address, text, etag } of given) {
        const others = given.filter((other) => other.text !== text)
        const strange = [...others.map((other) => other.etag), bareNumbers].join(', ')
        const asked = await client.get(address, { 'if-none-match': strange })
        assert.equal(asked.status, 200, `${name} got 304 for one of ${strange}`)
        assert.equal(asked.text, text)
        const own = await client.get(address, { 'if-none-match': etag })
        assert.equal(own.status, 304, name)
        assertVaries(own.headers)
        assert.equal(own.headers.get('cache-control'), 'private, no-cache')
      }
    })
  }

  for (const kind of kindsWith('read', 'update')) {
    test(`${kind.name}: If-Match with a tag of another side or of an earlier version is 412`, async () => {
      const records = []
      for (const side of sides) {
        const address = ownAddress(side, `${kind.path}/{${kind.idParam}}`)
        records.push({ side, address, tag: String((await side.client.get(address)).headers.get('etag')) })
      }
      // What both modes share is changed in live mode alone.
      const changeable = records.filter(({ side }) => kind.home === 'partition' || side.mode === 'live')
      for (const { side, address, tag } of changeable) {
        // A member is one record for both modes, but not one answer.
        const others = records.filter((other) => other.side !== side).map((other) => other.tag)
        for (const header of [...others, bareNumbers]) {
          const reply = await side.client.patch(address, {}, { 'if-match': header })
          assert.equal(reply.status, 412, `${side.name}: ${reply.text}`)
          assert.equal(reply.body.code, 'precondition_failed')
        }
        assert.equal((await side.client.patch(address, {}, { 'if-match': tag })).status, 200)
      }
    })
  }

  test('errors, streams and descriptions say what they vary by', async () => {
    const [{ client }] = sides as [Side]
    const { token } = client
    const answers = [
      await fetch(`${app.url}/v1/teams`),
      await fetch(`${app.url}/v1/nothing-here`),
      await fetch(`${app.url}/v1/teams`, { method: 'PUT' }),
      await fetch(`${app.url}/v1/teams`, { headers: { authorization: `Bearer ${token}x` } }),
      await fetch(`${app.url}/v1/teams/nobody`, { headers: { authorization: `Bearer ${token}` } }),
      await fetch(`${app.url}/v1/teams?limit=x`, { headers: { authorization: `Bearer ${token}` } }),
      await fetch(`${app.url}/v1/openapi.json`),
      await fetch(`${app.url}/v1/teams`, { method: 'HEAD', headers: { authorization: `Bearer ${token}` } }),
    ]
    const stopping = new AbortController()
    const stream = await fetch(`${app.url}/v1/events`, {
      headers: { authorization: `Bearer ${token}`, accept: 'text/event-stream' },
      signal: stopping.signal,
    })
    for (const { url, status, headers } of [...answers, stream]) assertVaries(headers, `${url} ${status}`)
    stopping.abort()
  })

  test('a browser in which one person signs out and another signs in shows each only their own', async () => {
    const [ours, theirs] = [sides[0], sides[2]] as [Side, Side]
    const browser = withCache(browserTab(app.url))
    const shown = async (side: Side, mode: string): Promise<ReadonlyMap<Kind, string>> => {
      await signIn(browser.tab, side)
      const lists = new Map<Kind, string>()
      for (const kind of kindsWith('list')) {
        if (kind.requiredFilters) continue
        const { items, text } = await browser.list(kind, mode)
        assert.ok(items > 0 || kind.home === 'partition', `${kind.name}: nothing`)
        lists.set(kind, text)
      }
      assert.equal((await browser.tab.send('POST', '/auth/sign-out', {})).status, 200)
      return lists
    }
    const first = await shown(ours, 'live')
    const inTest = await shown(ours, 'test')
    const second = await shown(theirs, 'live')
    for (const [kind, text] of first) {
      assert.notEqual(second.get(kind), text, `${kind.name} of one organisation in another's browser`)
      if (kind.home === 'partition') assert.notEqual(inTest.get(kind), text, `live ${kind.name} in test mode`)
    }
    const again = await shown(ours, 'live')
    for (const [kind, text] of first)
      if (kind.home === 'partition')
        assert.equal(again.get(kind), text, `${kind.name} after signing in again`)
  })

  const entered = new Set<Side>()

  async function signIn(tab: BrowserTab, side: Side): Promise<void> {
    const { owner, ownerId, setupLink: link } = side.organisation
    const { email } = (await owner.get(`/users/${ownerId}`)).body
    const { status } = entered.has(side)
      ? await tab.send('POST', '/auth/sign-in', { email, password })
      : await tab.send('POST', '/auth/links/use', { link, password })
    assert.equal(status, 200)
    entered.add(side)
  }
})

function assertVaries(headers: Headers, of = 'Vary'): void {
  const said = headers.get('vary')?.split(', ') ?? []
  assert.deepEqual(said, vary, of)
}

/** Caches what it received and revalidates it, by address alone: what browsers do where `Vary` differs. */
function withCache(tab: BrowserTab) {
  const kept = new Map<string, { readonly etag: string; readonly body: Record<string, unknown[]> }>()
  return {
    tab,
    async list(kind: Kind, mode: string) {
      const path = `/v1${kind.path}`
      const known = kept.get(path)
      const headers = { 'x-svc-mode': mode, ...(known && { 'if-none-match': known.etag }) }
      const reply = await tab.send('GET', path, undefined, headers)
      assert.ok(reply.status === 200 || reply.status === 304, `${path}: ${reply.status}`)
      if (reply.status === 200) kept.set(path, { etag: String(reply.headers.get('etag')), body: reply.body })
      const body = kept.get(path)?.body
      return { items: body?.[listKeyOf(kind)]?.length ?? 0, text: JSON.stringify(body) }
    },
  }
}
