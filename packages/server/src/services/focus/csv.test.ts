import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { type CsvRecord, readCsv } from './csv.ts'

async function* inPieces(text: string, size: number): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(text)
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

/** The header and the records, however the bytes arrive. */
async function read(text: string, size = 1 << 16, isWanted = (_: number) => true) {
  let header: readonly string[] = []
  const wants = (names: readonly string[]) => {
    header = names
    return names.map((_, index) => isWanted(index))
  }
  const records: CsvRecord[] = []
  for await (const piece of readCsv(inPieces(text, size), wants)) records.push(...piece)
  return { header, records }
}

const fieldsOf = (records: readonly CsvRecord[]) =>
  records.map((one) => ('fields' in one ? one.fields : one.problem))

test('what was written is read back, wherever the chunks end', async () => {
  const cell = fc.string({ unit: fc.constantFrom('a', '"', ',', '\n', '\r\n', 'é', '🧪', ' ') })
  const rows = fc.array(fc.tuple(cell, cell, cell), { minLength: 1, maxLength: 6 })
  const ending = fc.constantFrom('\n', '\r\n')
  await fc.assert(
    fc.asyncProperty(
      rows,
      ending,
      fc.integer({ min: 1, max: 9 }),
      fc.boolean(),
      async (wanted, end, size, isOpen) => {
        const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`
        const lines = [['a', 'b', 'c'], ...wanted].map((row) => row.map(quoted).join(','))
        const { header, records } = await read(lines.join(end) + (isOpen ? '' : end), size)
        assert.deepEqual(header, ['a', 'b', 'c'])
        assert.deepEqual(fieldsOf(records), wanted)
      },
    ),
  )
})

test('a byte order mark, blank lines, empty fields and a missing last line end are nothing special', async () => {
  const { header, records } = await read('\uFEFFa,b\r\n\r\n1,\r\n,2\n\n"",3')
  assert.deepEqual(header, ['a', 'b'])
  assert.deepEqual(fieldsOf(records), [
    ['1', ''],
    ['', '2'],
    ['', '3'],
  ])
  assert.deepEqual(
    records.map(({ line }) => line),
    [3, 4, 6],
  )
})

test('unwanted columns are left empty, in their positions', async () => {
  const { records } = await read('a,b,c\n1,2,3\n', 4, (index) => index === 2)
  assert.deepEqual(fieldsOf(records), [['', '', '3']])
})

test('a malformed line is reported and the next one read', async () => {
  for (const size of [1, 7, 1 << 16]) {
    const { records } = await read('a,b\n"x"y,1\n2,3\n"open,4\n', size)
    assert.deepEqual(
      records.map((one) => [one.line, 'problem' in one]),
      [
        [2, true],
        [3, false],
        [4, true],
      ],
    )
  }
})

test('a quote that is never closed does not read the whole file into memory', async () => {
  const rest = `${'x'.repeat(99)}\n`.repeat(30_000)
  const { records } = await read(`a,b\n"never,1\n${rest}1,2\n`)
  assert.match(String('problem' in (records[0] ?? {}) && fieldsOf(records)[0]), /longer than 1 MiB/)
  assert.deepEqual(fieldsOf(records).at(-1), ['1', '2'])
})
