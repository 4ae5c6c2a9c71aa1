// biome-ignore-all lint/suspicious/noTemplateCurlyInString: expressions of another language, which must stay plain text.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { block, Expression, inline } from './hcl.ts'

test('text that looks like an expression is escaped', () => {
  for (const [text, written] of [
    ['${a}', '"$${a}"'],
    ['%{ if a }', '"%%{ if a }"'],
    ['$${a}', '"${"$"}$${a}"'],
    ['$%%{a}', '"${"$"}${"%"}%%{a}"'],
    ['$ 5 % {a}', '"$ 5 % {a}"'],
    ['"\\\t\r\n\u0007', '"\\"\\\\\\t\\r\\n\\u0007"'],
  ] as const) {
    assert.equal(inline(text), written)
  }
})

test('texts of several lines are written as heredocs, whatever they contain', () => {
  assert.equal(block('x', { a: 'one\n  EOT\n' }), 'x {\n  a = <<EOT_\none\n  EOT\nEOT_\n}\n')
  assert.equal(block('x', { a: 'one\n${two}' }), 'x {\n  a = chomp(<<EOT\none\n$${two}\nEOT\n  )\n}\n')
  assert.equal(block('x', { a: 'one\r\ntwo' }), 'x {\n  a = "one\\r\\ntwo"\n}\n')
})

test('short attributes are aligned and come first, long ones are separate', () => {
  const written = block('resource "a" "b"', {
    list: [{ n: 1, label: 'x' }],
    id: new Expression('c.d.id'),
    enabled: true,
    'odd key': null,
  })
  assert.equal(
    written,
    `resource "a" "b" {
  id        = c.d.id
  enabled   = true
  "odd key" = null

  list = [
    {
      n     = 1
      label = "x"
    },
  ]
}
`,
  )
})

test('nothing escapes its quotes: any text is read back unchanged', () => {
  const bits = fc.constantFrom(
    '"',
    '\\',
    '$',
    '%',
    '{',
    '}',
    '$${',
    '%{',
    '\n',
    'EOT',
    "'",
    '`',
    'a',
    '\u2028',
  )
  fc.assert(
    fc.property(fc.array(fc.oneof(bits, fc.string()), { maxLength: 12 }), (parts) => {
      const text = parts.join('')
      assert.equal(readBack(inline(text)), text)
      assert.equal(readBack(inline({ [text]: 1 }).slice(2, -' = 1 }'.length)), text)
    }),
  )
})

test('a heredoc ends only at its marker', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom('EOT', ' EOT', 'EOT_', '${x}', '"', '')), (lines) => {
      const text = ['first', ...lines, 'last'].join('\n')
      const [, mark = '', body = ''] = /<<(\w+)\n([\s\S]*)\n\1\n/.exec(block('x', { a: text })) ?? []
      assert.match(body, /^first\n[\s\S]*last$/)
      assert.ok(!body.split('\n').some((line) => line.trim() === mark))
    }),
  )
})

test('a key that begins an expression is quoted', () => {
  assert.equal(inline({ for: 1 }), '{ "for" = 1 }')
})

/** Reads a quoted text or a bare name like the language does; expressions other than a sign are rejected. */
function readBack(written: string): string {
  if (/^[A-Za-z_][\w-]*$/.test(written)) return written
  assert.match(written, /^"[\s\S]*"$/)
  let text = ''
  let rest = written.slice(1, -1)
  while (rest !== '') {
    const [all = '', special, sign, plain] =
      /^(?:\\(u[0-9a-f]{4}|["\\nrt])|\$\{"([$%])"\}|([$%]{2}\{|(?![$%]\{)[^"\\\n]))/.exec(rest) ?? []
    assert.notEqual(all, '', `${JSON.stringify(rest)} is left of ${written}`)
    if (special) text += JSON.parse(`"\\${special}"`)
    else text += sign ?? (plain?.length === 3 ? plain.slice(1) : plain)
    rest = rest.slice(all.length)
  }
  return text
}
