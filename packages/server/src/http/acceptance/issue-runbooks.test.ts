import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkedClient, type Client, onEachEngine, useApp } from '../../testing/index.ts'
import { type Body, bodyOf, change, make, notFound, read, refusedField, remove } from './checks.ts'

const titlesOf = (runbooks: readonly Body[]): readonly string[] => runbooks.map(({ title }) => title)

onEachEngine((engine) => {
  const app = useApp(engine)

  const newScene = async () => {
    const organisation = await app.organisation()
    const owner = checkedClient(organisation.owner)
    const { id: appId } = await make(owner, '/projects', { name: 'Shop' })
    const { id: issueId } = await make(owner, '/issues', { appId, title: 'Down', severity: 'critical' })
    const runbook = (title: string, over: object = {}) =>
      make(owner, '/runbooks', {
        ...{ title, runbookType: 'incident_response', linkedAppIds: [appId] },
        ...over,
      })
    return { organisation, owner, appId, runbook, at: `/issues/${issueId}/runbooks`, issueId }
  }

  const shown = async (client: Client, path: string): Promise<readonly string[]> =>
    titlesOf((await read(client, path)).runbooks)

  test('an issue has the runbooks of its project, those for its severity first', async () => {
    const { organisation, owner, appId, runbook, at, issueId } = await newScene()
    const { id: otherApp } = await make(owner, '/projects', { name: 'Other' })
    const critical = { linkedIncidentSeverities: ['critical', 'blocker'] }
    await runbook('meant')
    await runbook('for any')
    await runbook('for minor', { linkedIncidentSeverities: ['minor'] })
    await runbook('pinned', { pinned: true })
    await runbook('critical', critical)
    await runbook('critical and pinned', { ...critical, pinned: true })
    await runbook('critical, newer', { ...critical, linkedAppIds: [otherApp, appId] })
    await runbook('of another project', { ...critical, linkedAppIds: [otherApp] })
    await runbook('of none', { ...critical, linkedAppIds: [] })
    await runbook('for owners', { ...critical, visibilityRoleMin: 'owner' })
    const { id: deleted } = await runbook('deleted', critical)
    await remove(owner, `/runbooks/${deleted}`)

    const others = ['pinned', 'for minor', 'for any', 'meant']
    const forCritical = ['critical and pinned', 'for owners', 'critical, newer', 'critical']
    assert.deepEqual(await shown(owner, at), [...forCritical, ...others])
    const member = checkedClient(await organisation.person('member'))
    const seen = forCritical.filter((title) => title !== 'for owners')
    assert.deepEqual(await shown(member, at), [...seen, ...others])

    // Paged, it is the same list.
    for (const limit of [1, 2, 3, 5]) {
      const titles: string[] = []
      let cursor = ''
      do {
        const page = await read(owner, `${at}?limit=${limit}${cursor && `&cursor=${cursor}`}`)
        assert.ok(page.runbooks.length > 0 && page.runbooks.length <= limit)
        titles.push(...titlesOf(page.runbooks))
        cursor = page.nextCursor ?? ''
      } while (cursor !== '')
      assert.deepEqual(titles, [...forCritical, ...others], `${limit} at a time`)
    }

    await change(owner, `/issues/${issueId}`, { severity: 'minor' })
    const forMinor = ['for minor', 'critical and pinned', 'pinned', 'for owners']
    assert.deepEqual((await shown(owner, at)).slice(0, 4), forMinor)
  })

  test('paging keeps the order it started with, even if the severity changes', async () => {
    const { owner, runbook, at, issueId } = await newScene()
    await runbook('critical', { linkedIncidentSeverities: ['critical'] })
    await runbook('minor', { linkedIncidentSeverities: ['minor'] })
    const first = await read(owner, `${at}?limit=1`)
    await change(owner, `/issues/${issueId}`, { severity: 'minor' })
    const rest = await read(owner, `${at}?limit=5&cursor=${first.nextCursor}`)
    assert.deepEqual(titlesOf([...first.runbooks, ...rest.runbooks]), ['critical', 'minor'])
    assert.deepEqual(await shown(owner, `${at}?cursor=${first.nextCursor}`), ['minor'])
  })

  test('the list has a new tag when a runbook or the severity changes', async () => {
    const { owner, runbook, at, issueId } = await newScene()
    const { id } = await runbook('critical', { linkedIncidentSeverities: ['critical'] })
    await runbook('other')
    const asked = async (etag?: string) => owner.get(at, etag === undefined ? {} : { 'if-none-match': etag })
    const first = await asked()
    const tag = first.headers.get('etag') ?? ''
    assert.equal((await asked(tag)).status, 304)
    await change(owner, `/issues/${issueId}`, { severity: 'minor' })
    assert.deepEqual(titlesOf(bodyOf(await asked(tag)).runbooks), ['other', 'critical'])
    await change(owner, `/runbooks/${id}`, { linkedIncidentSeverities: ['minor'] })
    assert.deepEqual(titlesOf(bodyOf(await asked(tag)).runbooks), ['critical', 'other'])
  })

  test('nobody else can read it, and a cursor of another list is refused', async () => {
    const { owner, runbook, at, appId } = await newScene()
    await runbook('one')
    await runbook('two')
    const outsider = await newScene()
    notFound(await outsider.owner.get(at))
    notFound(await owner.get('/issues/iss_none/runbooks'))
    const { nextCursor } = await read(owner, `${at}?limit=1`)
    const { id } = await make(owner, '/issues', { appId, title: 'Another' })
    refusedField(await owner.get(`/issues/${id}/runbooks?limit=1&cursor=${nextCursor}`), 'cursor')
    refusedField(await owner.get(`/runbooks?limit=1&cursor=${nextCursor}`), 'cursor')
    refusedField(await owner.get(`${at}?severity=minor`), 'severity')
  })

  test('the list of runbooks is narrowed by severity and project', async () => {
    const { owner, runbook, appId } = await newScene()
    const { id: otherApp } = await make(owner, '/projects', { name: 'Other' })
    const { id } = await runbook('both', { linkedIncidentSeverities: ['critical', 'minor'] })
    await runbook('minor', { linkedIncidentSeverities: ['minor'], linkedAppIds: [otherApp] })
    await runbook('any')
    assert.deepEqual(await shown(owner, '/runbooks?severity=minor'), ['minor', 'both'])
    assert.deepEqual(await shown(owner, '/runbooks?severity=critical'), ['both'])
    assert.deepEqual(await shown(owner, '/runbooks?severity=Critical'), [])
    assert.deepEqual(await shown(owner, `/runbooks?appId=${appId}`), ['any', 'both'])
    assert.deepEqual(await shown(owner, `/runbooks?appId=${otherApp}&severity=minor`), ['minor'])
    await change(owner, `/runbooks/${id}`, { linkedIncidentSeverities: ['blocker'] })
    assert.deepEqual(await shown(owner, '/runbooks?severity=critical'), [])
    assert.deepEqual(await shown(owner, '/runbooks?severity=blocker'), ['both'])
  })
})
