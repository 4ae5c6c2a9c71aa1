import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { startServer } from '../../main.ts'
import { newOrganisation, onEachEngine, openTestStore, type TestStore } from '../../testing/index.ts'
import { executeIn } from '../../testing/tables.ts'

const secret = 'svc_pat_live_pasted_into_a_query'

onEachEngine((engine) => {
  let opened: TestStore
  before(async () => {
    opened = await openTestStore(engine)
  })
  after(() => opened?.remove())

  test('no log line contains the query, whatever went wrong', async () => {
    const lines: string[] = []
    const server = await startServer({
      store: opened.store,
      host: '127.0.0.1',
      port: 0,
      rateLimit: 'off',
      fetchAllow: [],
      log: (line) => lines.push(JSON.stringify(line)),
      logsRequests: true,
    })
    const { owner } = await newOrganisation(opened.store, server.url)
    await owner.get(`/teams?name=${secret}`)
    await owner.get(`/nothing?name=${secret}`)
    await executeIn(opened.store, 'alter table projects rename to gone')
    const broken = await owner.get(`/projects?ownerTeamId=${secret}`)
    const failed = await owner.post(`/projects?x=${secret}`, { name: 'x' })
    await fetch(`${server.url}/%zz?x=${secret}`)
    await executeIn(opened.store, 'alter table gone rename to projects')
    await server.close()
    assert.ok(broken.status >= 400 && failed.status >= 400)
    assert.ok(
      lines.some((line) => line.includes('"level":"error"') && line.includes('"path":"/v1/projects"')),
    )
    assert.deepEqual(
      lines.filter((line) => line.includes(secret)),
      [],
    )
  })
})
