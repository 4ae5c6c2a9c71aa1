import assert from 'node:assert/strict'
import { test } from 'node:test'
import { atEnd, clientOf } from '@svc/server/testing'
import { emptyStore } from '../processes/empty-store.ts'
import { newToken, startServerProcess } from '../processes/server-process.ts'
import { startListeningProxy } from './listening-proxy.ts'

const skip = process.env.SVC_TEST_DATABASE_URL
  ? false
  : 'SVC_TEST_DATABASE_URL is not set; npm test starts a PostgreSQL and sets it'

test('two processes never give one name to two statements', { skip }, async (t) => {
  const { location, remove } = await emptyStore('postgres')
  atEnd(t, remove)
  const proxy = await startListeningProxy(String(location.databaseUrl))
  atEnd(t, proxy.close)
  const token = newToken()
  const behind = { location: { ...location, databaseUrl: proxy.url }, token }
  for (const paths of [
    ['/projects', '/teams', '/slos', '/audit-log'],
    ['/audit-log', '/slos', '/teams?limit=2', '/projects'],
  ]) {
    const server = await startServerProcess(behind)
    atEnd(t, server.kill)
    for (const path of paths) assert.equal((await clientOf(server.url, token).get(path)).status, 200)
    await server.stop()
  }

  const named = proxy.prepared.filter(({ name }) => name !== '')
  const names = new Set(named.map(({ name }) => name))
  const texts = new Set(named.map(({ text }) => text))
  assert.ok(names.size > 10, 'statements are prepared under names')
  assert.ok(named.length > names.size, 'some are prepared more than once')
  for (const name of names) {
    const meanings = new Set(named.filter((one) => one.name === name).map(({ text }) => text))
    assert.equal(meanings.size, 1, `${name} means ${[...meanings].join(' and ')}`)
  }
  assert.equal(texts.size, names.size)
})
