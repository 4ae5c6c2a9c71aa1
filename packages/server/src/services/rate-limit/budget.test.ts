import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { onEachEngine, openTestStore, type TestStore } from '../../testing/index.ts'
import { executeInScratch } from '../../testing/tables.ts'
import { createBudget } from './budget.ts'
import { createReservations } from './reservations.ts'

onEachEngine((engine) => {
  let opened: TestStore
  before(async () => {
    opened = await openTestStore(engine)
  })
  after(() => opened?.remove())

  const budgetOf = (requests: number) =>
    createBudget({ requests, seconds: 600 }, createReservations(opened.store))

  test('however many others come, nobody’s count starts over', async () => {
    const budget = budgetOf(3)
    const ask = async (subject: string) => (await budget.spend(subject)).isWithin
    const first = ['first a', 'first b', 'first c']
    for (const subject of first) for (let n = 0; n < 3; n += 1) assert.equal(await ask(subject), true)
    await Promise.all(Array.from({ length: 10_100 }, (_, n) => ask(`other ${n}`)))
    for (const subject of first) assert.equal(await ask(subject), false, subject)
  })

  test('a thousand concurrent requests get the budget and no more', async () => {
    const [here, there] = [budgetOf(400), budgetOf(400)]
    const asked = await Promise.all(
      Array.from({ length: 1_000 }, (_, n) => (n % 2 ? here : there).spend('crowd')),
    )
    assert.equal(asked.filter(({ isWithin }) => isWithin).length, 400)
    assert.ok(asked.every(({ left }) => left >= 0 && left < 400))
  })

  test('a process with few requests reserves little, so that another gets the rest', async () => {
    const [idle, busy] = [budgetOf(2_000), budgetOf(2_000)]
    assert.equal((await idle.spend('person')).left, 1_999)
    let within = 0
    while ((await busy.spend('person')).isWithin) within += 1
    assert.equal(within, 1_900, 'all but one share')
    assert.equal((await idle.spend('person')).isWithin, true)
  })

  test('a window from before the clock was set back does not count', async () => {
    const budget = budgetOf(2)
    const inADay = Date.now() + 86_400_000
    await executeInScratch(
      opened.store,
      `insert into allowances (subject, ends_at, taken) values ('late', ${inADay}, 99)`,
    )
    assert.deepEqual(await budget.spend('late'), { isWithin: true, left: 1, seconds: 600 })
  })
})
