import assert from 'node:assert/strict'
import { test } from 'node:test'
import { returnPath } from './return-path.ts'

test('people return to a path of svc', () => {
  for (const path of ['/', '/projects?tag=a&q=b#top', '/settings/sign-in', '/a/../b'])
    assert.equal(returnPath(path), new URL(path, 'http://x').href.slice('http://x'.length))
})

test('nothing else is a place to return to', () => {
  for (const asked of [
    undefined,
    '',
    'https://evil.example',
    'https:evil.example',
    '//evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/a\\b',
    '/.//evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    '/a\r\nset-cookie: x=y',
    'javascript:alert(1)',
    'evil',
    `/${'a'.repeat(3_000)}`,
  ])
    assert.equal(returnPath(asked), '/', JSON.stringify(asked))
})
