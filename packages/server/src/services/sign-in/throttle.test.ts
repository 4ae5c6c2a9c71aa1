import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { onEachEngine, openTestStore, type TestStore } from '../../testing/index.ts'
import { createThrottle } from './throttle.ts'

onEachEngine((engine) => {
  let opened: TestStore
  let at = Date.parse('2026-11-15T12:00:00.000Z')
  const now = () => new Date(at)
  const pass = (ms: number): void => {
    at += ms
  }
  before(async () => {
    opened = await openTestStore(engine)
  })
  after(() => opened?.remove())

  /** As in a separate process: only the database is shared. */
  const throttle = () => createThrottle(opened.store, now)
  const tries = async (key: string, network = `of ${key}`): Promise<boolean> =>
    (await throttle().begin({ network, untrusted: [key], trusted: [] })).waitOf(key) === 0
  const triesTimes = async (n: number, key: string, network?: string): Promise<void> => {
    for (let one = 0; one < n; one++) await tries(key, network)
  }

  test('the wait doubles up to a quarter of an hour, and after an hour without attempts it is reset', async () => {
    await triesTimes(5, 'doubling')
    assert.equal(await tries('doubling'), false)
    pass(30_000)
    assert.equal(await tries('doubling'), true, 'the first wait is over')
    pass(59_999)
    assert.equal(await tries('doubling'), false, 'the second is longer')
    for (let n = 0; n < 20; n++) {
      pass(15 * 60_000)
      assert.equal(await tries('doubling'), true, 'no wait is longer than a quarter of an hour')
    }
    pass(76 * 60_000)
    await triesTimes(4, 'doubling')
    assert.equal(await tries('doubling'), true)
  })

  test('an attempt that looked at the clock a moment earlier than another is not too early', async () => {
    await tries('early', 'shared')
    pass(-5)
    assert.equal(await tries('early', 'shared'), true)
    pass(5)
  })

  test('concurrent attempts in several processes are counted one after the other', async () => {
    const all = await Promise.all(Array.from({ length: 12 }, (_, n) => tries('raced', `network ${n}`)))
    assert.equal(all.filter(Boolean).length, 5)
  })

  test('a network that has tried many addresses has to wait for all of them, but its trusted browsers do not', async () => {
    for (let n = 0; n < 50; n++) await tries(`person ${n}`, 'office')
    assert.equal(await tries('another person', 'office'), false)
    assert.equal(await tries('another person', 'elsewhere'), true)
    const own = await throttle().begin({ network: 'office', untrusted: [], trusted: ['browser'] })
    assert.equal(own.waitOf('browser'), 0)
  })

  test('a success clears what it proved and takes back one attempt of the network', async () => {
    for (let n = 0; n < 49; n++) {
      await tries(`guessed ${n}`, 'mixed')
      const own = await throttle().begin({ network: 'mixed', untrusted: ['mallory'], trusted: [] })
      await own.succeeded(['mallory'], ['mixed'])
    }
    assert.equal(await tries('mallory', 'mixed'), true, 'proved each time')
    assert.equal(
      await tries('guessed at last', 'mixed'),
      false,
      'signing in between guesses does not allow more of them',
    )
  })

  test('a wait written by a clock that was ahead does not count', async () => {
    pass(86_400_000)
    await triesTimes(6, 'ahead')
    pass(-86_400_000)
    assert.equal(await tries('ahead'), true)
  })
})
