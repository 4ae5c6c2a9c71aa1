import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nameOf, placeFrom, placeOf, rawUrl } from './place.ts'

for (const [page, file] of [
  ['https://github.com/o/r/blob/main/a/b.yaml', 'https://raw.githubusercontent.com/o/r/main/a/b.yaml'],
  ['https://github.com/o/r/raw/main/b.yaml', 'https://raw.githubusercontent.com/o/r/main/b.yaml'],
  ['https://github.com/o/r/edit/main/b.yaml', 'https://raw.githubusercontent.com/o/r/main/b.yaml'],
  ['https://git.acme.example/o/r/blob/main/b.yaml', 'https://git.acme.example/o/r/raw/main/b.yaml'],
  ['https://gitlab.com/g/sub/p/-/blob/main/b.yaml', 'https://gitlab.com/g/sub/p/-/raw/main/b.yaml'],
  ['https://bitbucket.org/w/r/src/main/b.yaml', 'https://bitbucket.org/w/r/raw/main/b.yaml'],
  ['https://raw.githubusercontent.com/o/r/main/b.yaml', 'https://raw.githubusercontent.com/o/r/main/b.yaml'],
  ['https://files.acme.example/catalog.yaml?v=2', 'https://files.acme.example/catalog.yaml?v=2'],
] as const) {
  test(`the file behind ${page}`, () => assert.equal(rawUrl(new URL(page)).href, file))
}

test('a displayed location contains no secrets', () => {
  const address = 'https://ada:hush@git.acme.example/a.yaml?ref=main&private_token=hush&X-Amz-Signature=hush'
  assert.equal(nameOf(placeOf(address, '/')), 'https://git.acme.example/a.yaml?ref=main')
  assert.equal(nameOf(placeOf('b/../a.yaml', '/c')), '/c/a.yaml')
})

test('a target is relative to its document', () => {
  const file = { path: '/c/all.yaml' }
  const page = { url: new URL('https://git.acme.example/o/r/blob/main/x/all.yaml') }
  for (const [from, target, expected] of [
    [file, './a.yaml', '/c/a.yaml'],
    [file, 'file:../a.yaml', '/a.yaml'],
    [file, 'url:https://x.example/a.yaml', 'https://x.example/a.yaml'],
    [page, '../a.yaml', 'https://git.acme.example/o/r/blob/main/a.yaml'],
    [page, '/etc/passwd', 'https://git.acme.example/etc/passwd'],
    [page, 'file:///etc/passwd', 'file:///etc/passwd'],
  ] as const) {
    const place = placeFrom(from, target)
    assert.equal(place && nameOf(place), expected)
    assert.ok(from === file || (place && 'url' in place), 'an address never points to a file of this machine')
  }
})
