import assert from 'node:assert/strict'
import { test } from 'node:test'
import { maxMessageLength, readMessage } from './read-xml.ts'

const many = (count: number, one: (n: number) => string): string =>
  Array.from({ length: count }, (_, n) => one(n)).join('')
const filled = (length: number, part: string): string => part.repeat(Math.floor(length / part.length))

/** As long as a message may be, or longer, and made to keep a parser busy. */
const busy: Readonly<Record<string, string>> = {
  levels: `${'<a>'.repeat(20_000)}${'</a>'.repeat(20_000)}`,
  'levels that never end': filled(maxMessageLength, '<a>'),
  attributes: `<a ${many(100_000, (n) => `a${n}="" `)}/>`,
  'attributes of every element': `<r>${filled(maxMessageLength - 10, `<a ${many(40, (n) => `a${n}="" `)}/>`)}</r>`,
  namespaces: `<r>${filled(maxMessageLength - 10, `<a ${many(40, (n) => `xmlns:n${n}="u${n}" `)}/>`)}</r>`,
  entities: `<!DOCTYPE r [<!ENTITY a "${'a'.repeat(1_000)}">]><r>${'&a;'.repeat(10_000)}</r>`,
  elements: `<r>${filled(maxMessageLength - 10, '<a/>')}</r>`,
  'elements that may be': `<r>${many(3_900, (n) => `<a x="${n}"/>`)}</r>`,
  references: `<r>${filled(maxMessageLength - 10, '&lt;')}</r>`,
  'no end of a tag': `<a ${' '.repeat(maxMessageLength - 10)}`,
  'no end of a value': `<a b="${filled(maxMessageLength - 10, '<')}`,
  'no tag at all': filled(maxMessageLength, '>'),
  comments: `<r>${filled(maxMessageLength - 10, '<!---->')}</r>`,
  'comments that never end': filled(maxMessageLength, '<!--'),
  '2 MB': 'a'.repeat(2_000_000),
}

for (const [what, text] of Object.entries(busy))
  test(`S11 ${what} is read or refused in less than a second`, async () => {
    const before = process.cpuUsage()
    await readMessage(text).catch(() => undefined)

    const { user } = process.cpuUsage(before)
    assert.ok(user < 1_000_000, `${user} µs`)
  })

test('an id counts in all its spellings, and only once in a message', async () => {
  for (const [one, other] of [
    ['ID', 'ID'],
    ['ID', 'Id'],
    ['id', 'ID'],
    ['xml:id', 'ID'],
  ])
    await assert.rejects(readMessage(`<r ${one}="_a"><b><c ${other}="_a"/></b></r>`), /the same id/)
  await assert.rejects(readMessage('<r ID="_a" Id="_a"/>'), /the same id/)
  await readMessage('<r ID="_a"><b Id="_b"/><c InResponseTo="_a" URI="_a"/></r>')
})
