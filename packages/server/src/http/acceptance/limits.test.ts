import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEachEngine, useApp } from '../../testing/index.ts'
import { bodyOf, make, read, refused, refusedField } from './checks.ts'

onEachEngine((engine) => {
  const app = useApp(engine)

  test('the text limits are in characters, and just at the limit is accepted', async () => {
    const { owner } = await app.organisation()
    const { id: appId } = await make(owner, '/projects', { name: 'Shop' })
    const inputs: Readonly<Record<string, object>> = {
      '/projects': { name: 'x' },
      '/apis': { name: 'x' },
      '/resources': { name: 'x' },
      '/issues': { appId, title: 'x' },
      '/runbooks': { title: 'x', runbookType: 'rollback' },
    }
    const url = (length: number) => `https://x.example/${'a'.repeat(length - 18)}`
    const limits: readonly [string, string, unknown, unknown][] = [
      ['/apis', 'name', '😀'.repeat(200), 'n'.repeat(201)],
      ['/issues', 'title', 't'.repeat(200), 't'.repeat(201)],
      ['/runbooks', 'title', 't'.repeat(200), 't'.repeat(201)],
      ['/projects', 'description', 'ä'.repeat(10_000), 'd'.repeat(10_001)],
      ['/issues', 'description', 'd'.repeat(10_000), 'd'.repeat(10_001)],
      ['/runbooks', 'bodyMd', 'b'.repeat(500_000), 'b'.repeat(500_001)],
      ['/apis', 'specUrl', url(2_048), url(2_049)],
      ['/resources', 'consoleUrl', url(2_048), url(2_049)],
      ['/projects', 'repoUrl', url(2_048), url(2_049)],
      ['/apis', 'tags', words(50), words(51)],
      ['/apis', 'tags', ['t'.repeat(64)], ['t'.repeat(65)]],
      ['/issues', 'labels', words(1_000), words(1_001)],
      ['/runbooks', 'linkedIncidentSeverities', words(1_000), words(1_001)],
    ]
    for (const [path, key, most, tooMuch] of limits) {
      const made = await make(owner, path, { ...inputs[path], [key]: most })
      assert.deepEqual((await read(owner, `${path}/${made.id}`))[key], most)
      refusedField(await owner.post(path, { ...inputs[path], [key]: tooMuch }), key)
      refusedField(await owner.patch(`${path}/${made.id}`, { [key]: tooMuch }), key)
    }
  })

  test('a body is JSON, an object, and at most 1 MiB', async () => {
    const { owner } = await app.organisation()
    const body = (bytes: number) => {
      const empty = JSON.stringify({ name: 'x', extra: '' })
      return JSON.stringify({ name: 'x', extra: 'a'.repeat(bytes - empty.length) })
    }
    refusedField(await owner.post('/apis', body(1_048_576)), 'extra')
    refused(await owner.post('/apis', body(1_048_577)), 413, 'payload_too_large')
    for (const broken of ['{', '{"name":}', 'name=x', '[]', '"x"', '5', 'null', 'true']) {
      refused(await owner.post('/apis', broken), 400, 'invalid_request')
    }
    refused(await owner.post('/apis'), 400, 'invalid_request')
    const plain = { 'content-type': 'text/plain' }
    refused(await owner.post('/apis', '{"name":"x"}', plain), 415, 'unsupported_media_type')
    const utf8 = { 'content-type': 'application/json; charset=utf-8' }
    bodyOf(await owner.post('/apis', '{"name":"Größe"}', utf8), 201)
  })

  test('text that a database cannot hold is refused on both engines alike', async () => {
    const { owner } = await app.organisation()
    refusedField(await owner.post('/apis', '{"name":"a\\u0000b"}'), 'name')
    refusedField(await owner.post('/apis', '{"name":"x","tags":["\\u0000"]}'), 'tags')
    refusedField(await owner.post('/apis', '{"name":"\\ud800"}'), 'name')
    const odd = `'"\\ ; drop table apis; -- %_ 漢字 \u202e`
    assert.equal((await make(owner, '/apis', { name: odd })).name, odd)
  })
})

const words = (count: number): readonly string[] => Array.from({ length: count }, (_, i) => `w${i}`)
