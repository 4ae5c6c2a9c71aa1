import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createOrganisation } from '../../services/identity/create-organisation.ts'
import { addUser } from '../../services/identity/members.ts'
import { runJob } from '../../services/jobs/jobs.ts'
import { type BrowserTab, browserTab, eventually, onEachEngine, useApp } from '../../testing/index.ts'
import { rowsIn } from '../../testing/tables.ts'

const password = 'a long walk by the river'
const wrong = 'not this one, surely'
let count = 0

onEachEngine((engine) => {
  // It hardly moves on its own: a minute does not pass because the machine is busy.
  let at = Date.now()
  const now = () => new Date(at++)
  const app = useApp(engine, { now, metricsToken: 'the-operators-own-token' })

  async function owner(email: string) {
    const made = await createOrganisation(app.store, { name: 'New', ownerEmail: email })
    assert.ok(made)
    const tab = browserTab(app.url)
    await tab.send('POST', '/auth/links/use', { link: made.setupLink, password })
    return { ...made, tab }
  }
  const guess = (email: string, organisationId?: string) =>
    browserTab(app.url).send('POST', '/auth/sign-in', {
      email,
      password: wrong,
      ...(organisationId && { organisationId }),
    })

  const countsIn = async (tab: BrowserTab): Promise<readonly number[]> =>
    (await tab.send('GET', '/v1/audit-log?type=sign_in.refused')).body.auditLog.map(
      ({ after }: { after: { count: number } }) => after.count,
    )
  const sum = (counts: readonly number[]): number => counts.reduce((total, one) => total + one, 0)

  test('refused sign-ins are in the log of each organisation of the address, once a minute with their count', async () => {
    const email = `both-${++count}@log.example`
    const first = await owner(email)
    const second = await owner(`other-${++count}@log.example`)
    // Without a password, so they cannot sign in, but still a member.
    const { id } = await addUser(app.store, second.organisationId, { email, role: 'member', name: null })
    const third = await owner(`none-${++count}@log.example`)
    for (let n = 0; n < 4; n++) await guess(email)
    for (const { tab, userId } of [
      { tab: first.tab, userId: first.userId },
      { tab: second.tab, userId: id },
    ]) {
      const [entry, ...more] = await eventually(
        async () => (await tab.send('GET', '/v1/audit-log?type=sign_in.refused')).body.auditLog,
        (entries) => entries.length > 0,
      )
      assert.equal(more.length, 0, 'once a minute')
      assert.deepEqual(entry.subject, { kind: 'user', id: userId })
      assert.equal(entry.after.count, 1, 'the first is logged at once')
      assert.doesNotMatch(JSON.stringify(entry), /surely/)
    }
    await eventually(
      async () => {
        at += 61_000
        await runJob({ store: app.store, now }, 'sign-in-refusals')
        return sum(await countsIn(first.tab))
      },
      (total) => total === 4,
      20_000,
    )
    assert.deepEqual(await countsIn(third.tab), [], 'not where nobody has the address')
  })

  test('an organisation that was not the target logs nothing', async () => {
    const email = `meant-${++count}@log.example`
    const meant = await owner(email)
    const other = await owner(email)
    await guess(email, meant.organisationId)
    await eventually(
      () => countsIn(meant.tab),
      (counts) => counts.length === 1,
    )
    assert.deepEqual(await countsIn(other.tab), [])
  })

  test('an address that nobody has is in no log, only counted', async () => {
    const { tab } = await owner(`counted-${++count}@log.example`)
    const metric = async (): Promise<number> => {
      const text = await (
        await fetch(`${app.url}/metrics`, { headers: { authorization: 'Bearer the-operators-own-token' } })
      ).text()
      return Number(/^svc_sign_ins_refused_total\{address="unknown"\} (\d+)$/m.exec(text)?.[1])
    }
    const before = await metric()
    await guess(`nobody-${++count}@log.example`)
    assert.equal((await metric()) - before, 1)
    const [row] = await rowsIn(
      app.store,
      `select count(*) as n from events where type = 'sign_in.refused' and state_after like '%nobody%'`,
    )
    assert.equal(Number(row?.n), 0)
    assert.deepEqual(await countsIn(tab), [])
  })
})
