// biome-ignore-all lint/suspicious/noTemplateCurlyInString: expressions of other languages, which must stay plain text.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { describe, test } from 'node:test'
import { kinds } from '@svc/model'
import { asCurl } from './as-curl.ts'
import { asTerraform } from './as-terraform.ts'

const awkward = [
  "it's; touch /tmp/x",
  "'\\''$(id)'",
  '$(id) `id` ${HOME} $HOME',
  '"; id; "',
  'two\nlines && id',
  'a*?[b]{c,d}~!#&|<>()\\',
  '${file("/etc/passwd")} %{ if true }x%{ endif }',
]

/** The arguments that a real shell passes to `curl`. */
const argumentsOf = (text: string): readonly string[] =>
  execFileSync('/bin/sh', ['-c', `curl() { printf '%s\\0' "$@"; }\n${text}`], {
    env: { SVC_API_TOKEN: 'secret' },
    encoding: 'utf8',
  })
    .split('\0')
    .slice(0, -1)

describe('copy as curl', () => {
  test('a shell sees one URL and one header, whatever the URL contains', () => {
    for (const id of ['svc_1', ...awkward]) {
      assert.deepEqual(argumentsOf(asCurl(kinds.project, id, 'https://svc.example')), [
        `https://svc.example/v1/projects/${encodeURIComponent(id)}`,
        '-H',
        'Authorization: Bearer secret',
      ])
    }
    for (const origin of ['http://[::1]:8080', ...awkward]) {
      assert.equal(argumentsOf(asCurl(kinds.costEntry, 'x', origin))[0], `${origin}/v1/costs/entries`)
    }
  })

  test('the token itself is never part of it', () => {
    assert.match(asCurl(kinds.team, 'x', 'https://svc.example'), /"Authorization: Bearer \$SVC_API_TOKEN"$/)
  })
})

describe('copy as Terraform', () => {
  test('strings stay strings, in a resource and in a data source', () => {
    for (const text of awkward) {
      for (const kind of [kinds.domain, kinds.link]) {
        const code = asTerraform(kind, { id: text, name: text, title: text, description: text, tags: [text] })
        assert.doesNotMatch(code, /(?<![$%])[$%]\{(?!"[$%]"\})/, code)
        assert.match(code, /^(import|data "svc_link" "\w+") \{\n/)
        const heads = code.split('\n').filter((line) => /^\w.*\{$/.test(line))
        assert.equal(heads.length, kind === kinds.domain ? 2 : 1, code)
      }
    }
  })
})
