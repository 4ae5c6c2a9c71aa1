import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Client, onEachEngine, useApp } from '../../testing/index.ts'
import fc from 'fast-check'
import { plain } from '../../store/search/plain.ts'

/** Few different ones, so that names share words, and differ from them by a letter. */
const word = fc.constantFrom(
  ...[
    'pay',
    'payments',
    'paymnets',
    'Café',
    'cafe',
    'checkoutService',
    'Zürich',
    '決済',
    '決',
    '済み',
    '🚀',
    'k8s',
    'a',
  ],
)
const name = fc.array(word, { minLength: 1, maxLength: 3 }).map((words) => words.join('-'))
const world = fc.record({
  names: fc.uniqueArray(name, { minLength: 1, maxLength: 8 }),
  queries: fc.array(fc.oneof(word, name), { minLength: 1, maxLength: 6 }),
})

/**
 * What a search has to find: names with words that begin like those of the query, whatever their accents and their
 * order, a word of one or two letters being whole; and names that contain them all as they are.
 */
function contains(title: string, q: string): boolean {
  const words = plain(title).split('-')
  const begins = (part: string) =>
    words.some((own) => (/^[a-z0-9]{1,2}$/.test(part) ? own === part : own.startsWith(part)))
  const parts = q.split('-')
  return (
    parts.every((part) => begins(plain(part))) ||
    parts.every((part) => title.toLowerCase().includes(part.toLowerCase()))
  )
}

onEachEngine((engine) => {
  const app = useApp(engine)

  test('finds every name that contains the words, exact ones first, and nothing else without saying so', async () => {
    await fc.assert(
      fc.asyncProperty(world, async ({ names, queries }) => {
        const { owner } = await app.organisation()
        for (const one of names) await owner.post('/projects', { name: one })
        for (const q of [...queries, ...names]) {
          const { found, didYouMean } = await asked(owner, q)
          const wanted = names.filter((one) => contains(one, q))
          for (const one of wanted) assert.ok(found.includes(one), `${q}: ${one}`)
          const exact = names.filter((one) => plain(one) === plain(q))
          assert.deepEqual(found.slice(0, exact.length).toSorted(), exact.toSorted(), q)
          if (wanted.length >= 3) assert.equal(found.length, wanted.length, q)
          if (didYouMean !== null)
            assert.ok(
              names.some((one) => contains(one, didYouMean.replaceAll(' ', '-'))),
              q,
            )
        }
      }),
      { numRuns: 15 },
    )
  })
})

async function asked(client: Client, q: string) {
  const { body } = await client.get(`/search?kind=project&limit=50&q=${encodeURIComponent(q)}`)
  const found = body.results.map((hit: { name: string }) => hit.name) as string[]
  return { found, didYouMean: body.didYouMean as string | null }
}
