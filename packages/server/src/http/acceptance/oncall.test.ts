import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type OnCallProvider, oncallProviderNames } from '@svc/model'
import { UpstreamError } from '../../outbound/errors.ts'
import { hoursFromNow } from '../../outbound/testing/contract-server.ts'
import type { Shift, Watched } from '../../outbound/oncall.ts'
import { runJob } from '../../services/jobs/jobs.ts'
import { type Client, onEachEngine, useApp } from '../../testing/index.ts'
import { bodyOf, change, make, notFound, read, refused, refusedField, remove, timestamp } from './checks.ts'

const newTeam = async (owner: Client): Promise<string> => (await make(owner, '/teams', { name: 'x' })).id

const pagerFor = async (owner: Client, fields: object = {}) =>
  make(owner, '/oncall/bindings', {
    ...{ scope: 'team', targetId: await newTeam(owner), provider: 'pagerduty', scheduleId: 'P1' },
    ...fields,
  })

onEachEngine((engine) => {
  describe('without a credential', () => {
    const app = useApp(engine)

    test('every provider needs a scheduleId, manual stores none', async () => {
      const { owner } = await app.organisation()
      const targetId = await newTeam(owner)
      for (const provider of oncallProviderNames) {
        const binding = { scope: 'team', targetId, provider }
        for (const scheduleId of [undefined, null, '', ' '])
          refusedField(await owner.post('/oncall/bindings', { ...binding, scheduleId }), 'scheduleId')
        const made = await make(owner, '/oncall/bindings', { ...binding, scheduleId: 'p1', label: 'days' })
        assert.deepEqual([made.scheduleId, made.label], ['p1', 'days'])
      }
      const manual = { scope: 'team', targetId, provider: 'manual', scheduleId: 'ignored' }
      const made = await make(owner, '/oncall/bindings', manual)
      assert.equal(made.scheduleId, null)
    })

    test('the target is a team, a project or a resource, as the scope says', async () => {
      const { owner } = await app.organisation()
      const targets = {
        team: await newTeam(owner),
        component: (await make(owner, '/projects', { name: 'x' })).id,
        resource: (await make(owner, '/resources', { name: 'x' })).id,
      }
      for (const [scope, own] of Object.entries(targets)) {
        for (const targetId of Object.values(targets)) {
          const reply = await owner.post('/oncall/bindings', { scope, targetId, provider: 'manual' })
          if (targetId === own) assert.equal(bodyOf(reply, 201).targetId, own)
          else refusedField(reply, 'targetId', targetId)
        }
      }
    })

    test('one binding for each scope, target and provider', async () => {
      const { owner } = await app.organisation()
      const binding = { scope: 'team', targetId: await newTeam(owner), provider: 'manual' }
      const { id } = await make(owner, '/oncall/bindings', binding)
      refused(await owner.post('/oncall/bindings', { ...binding, label: 'again' }), 409, 'duplicate')
      await make(owner, '/oncall/bindings', { ...binding, provider: 'opsgenie', scheduleId: 'x' })
      await make(owner, '/oncall/bindings', { ...binding, targetId: await newTeam(owner) })
      const again = { ...binding, provider: 'opsgenie', scheduleId: 'another' }
      refused(await owner.post('/oncall/bindings', again), 409, 'duplicate')
      await remove(owner, `/oncall/bindings/${id}`)
      await make(owner, '/oncall/bindings', binding)
    })

    test('immutable and read-only fields may only be sent unchanged', async () => {
      const { owner } = await app.organisation()
      const made = await pagerFor(owner)
      const at = `/oncall/bindings/${made.id}`
      const others = {
        scope: 'component',
        targetId: await newTeam(owner),
        provider: 'opsgenie',
        scheduleId: 'P2',
      }
      for (const [key, value] of Object.entries(others))
        refusedField(await owner.patch(at, { [key]: value }), key)
      refusedField(await owner.patch(at, { scheduleId: null }), 'scheduleId')
      const { scope, targetId, provider, scheduleId } = made
      const sent = await change(owner, at, { label: 'nights', scope, targetId, provider, scheduleId })
      assert.equal(sent.label, 'nights')
      assert.equal((await change(owner, at, { label: null })).label, null)
      const managed = { id: 'x', currentlyOnCallUserName: 'Eve', lastFetchedAt: 'x', updatedAt: null }
      for (const [key, value] of Object.entries(managed))
        refusedField(await owner.patch(at, { [key]: value, label: 'lost' }), key)
      const { currentlyOnCallUserName, lastFetchError, id, label } = await read(owner, at)
      assert.equal(label, null, 'nothing that was refused')
      await change(owner, at, { id, currentlyOnCallUserName, lastFetchError, label: 'days' })
    })

    test('a manual binding ignores a schedule on creation, and refuses one later', async () => {
      const { owner } = await app.organisation()
      const binding = { scope: 'team', targetId: await newTeam(owner), provider: 'manual', scheduleId: 'P1' }
      const made = await make(owner, '/oncall/bindings', binding)
      const at = `/oncall/bindings/${made.id}`
      refusedField(await owner.patch(at, { scheduleId: 'P1' }), 'scheduleId')
      refusedField(await owner.patch(at, { scheduleId: 'P1', label: 'days' }), 'scheduleId')
      assert.deepEqual(await read(owner, at), made)
      assert.equal((await change(owner, at, { scheduleId: null, label: 'days' })).label, 'days')
    })

    test('a manual binding returns at once with what it has', async () => {
      const { owner } = await app.organisation()
      const binding = { scope: 'team', targetId: await newTeam(owner), provider: 'manual' }
      const made = await make(owner, '/oncall/bindings', binding)
      assert.deepEqual(bodyOf(await owner.post(`/oncall/bindings/${made.id}/refresh`)), made)
    })

    test('without a credential a refresh is 502, and the binding says so', async () => {
      const { owner } = await app.organisation()
      for (const provider of oncallProviderNames) {
        const { id, lastFetchedAt, updatedAt } = await pagerFor(owner, { provider, scheduleId: 'p1' })
        assert.equal(lastFetchedAt, null)
        const reply = await owner.post(`/oncall/bindings/${id}/refresh`)
        refused(reply, 502, 'upstream_unavailable')
        const after = await read(owner, `/oncall/bindings/${id}`)
        assert.equal(after.lastFetchedAt, null, 'there has been no answer yet')
        assert.match(after.lastAttemptAt, timestamp)
        assert.match(after.lastFetchError, /credential/)
        assert.equal(after.updatedAt, updatedAt, 'a fetch is not an edit')
      }
    })

    test('a refresh needs write, and a binding', async () => {
      const { owner, person, key } = await app.organisation()
      const { id } = await pagerFor(owner)
      refused(await (await person('viewer')).post(`/oncall/bindings/${id}/refresh`), 403, 'forbidden')
      refused(await (await key()).post(`/oncall/bindings/${id}/refresh`), 502, 'upstream_unavailable')
      notFound(await owner.post('/oncall/bindings/ocb_none/refresh'))
      refused(await owner.post(`/oncall/bindings/${id}/refresh`, {}), 502, 'upstream_unavailable')
    })
  })

  describe('with a provider', () => {
    const asked: (readonly [OnCallProvider, Watched])[] = []
    let answer: () => Promise<Shift | null> = async () => null
    const onCall = {
      whoIsOnCall: (provider: OnCallProvider, watched: Watched) => {
        asked.push([provider, watched])
        return answer()
      },
    }
    const app = useApp(engine, { onCall })
    const shift = {
      ...{ name: 'Ada', email: 'ada@elsewhere.example' },
      ...{ startsAt: hoursFromNow(-1), endsAt: hoursFromNow(7) },
    }

    test('a refresh returns who is on call and until when', async () => {
      const { owner } = await app.organisation()
      const { id } = await pagerFor(owner, { scheduleId: 'PRIMARY' })
      answer = async () => shift
      const fresh = bodyOf(await owner.post(`/oncall/bindings/${id}/refresh`))
      assert.deepEqual(asked.at(-1), ['pagerduty', { what: 'schedule', id: 'PRIMARY' }])
      assert.equal(fresh.currentlyOnCallUserName, 'Ada')
      assert.equal(fresh.currentlyOnCallUserEmail, 'ada@elsewhere.example')
      assert.equal(fresh.currentlyOnCallUserUid, null)
      assert.equal(fresh.currentShiftStartsAt, shift.startsAt)
      assert.equal(fresh.currentShiftEndsAt, shift.endsAt)
      assert.match(fresh.lastFetchedAt, timestamp)
      assert.equal(fresh.lastFetchError, null)
      assert.deepEqual(await read(owner, `/oncall/bindings/${id}`), fresh)
    })

    test('the background asks every provider', async () => {
      const { owner } = await app.organisation()
      for (const provider of oncallProviderNames) await pagerFor(owner, { provider, scheduleId: 'every' })
      answer = async () => shift
      asked.length = 0
      await runJob({ store: app.store, now: () => new Date(), onCall }, 'oncall-refresh')
      const found = asked.filter(([, { id }]) => id === 'every').map(([provider]) => provider)
      assert.deepEqual(found.toSorted(), oncallProviderNames.toSorted())
    })

    test('an address that is a member’s, in any case, names the member', async () => {
      const { owner, user } = await app.organisation()
      const member = await user('member')
      const { id } = await pagerFor(owner)
      answer = async () => ({ ...shift, email: member.email.toUpperCase() })
      const fresh = bodyOf(await owner.post(`/oncall/bindings/${id}/refresh`))
      assert.equal(fresh.currentlyOnCallUserUid, member.id)
    })

    test('nobody on call clears the cached fields and is not an error', async () => {
      const { owner } = await app.organisation()
      const { id } = await pagerFor(owner)
      answer = async () => shift
      await owner.post(`/oncall/bindings/${id}/refresh`)
      answer = async () => null
      const fresh = bodyOf(await owner.post(`/oncall/bindings/${id}/refresh`))
      assert.deepEqual(
        [fresh.currentlyOnCallUserName, fresh.currentlyOnCallUserEmail, fresh.currentShiftEndsAt],
        [null, null, null],
      )
      assert.equal(fresh.lastFetchError, null)
    })

    test('a failure of any kind is 502; the last good answer is kept until the next one', async () => {
      const { owner } = await app.organisation()
      const { id } = await pagerFor(owner)
      answer = async () => shift
      const good = bodyOf(await owner.post(`/oncall/bindings/${id}/refresh`))
      const failures = [
        [new UpstreamError('connection', 'It did not answer.'), 'It did not answer.'],
        // An internal failure may name internal addresses.
        [new Error('connect ECONNREFUSED 10.1.2.3:5432'), 'svc itself failed during the request (Error).'],
      ] as const
      for (const [error, expected] of failures) {
        answer = () => Promise.reject(error)
        const reply = await owner.post(`/oncall/bindings/${id}/refresh`)
        assert.equal(refused(reply, 502, 'upstream_unavailable').message, expected)
        const failed = await read(owner, `/oncall/bindings/${id}`)
        assert.equal(failed.lastFetchError, expected)
        assert.equal(failed.lastFetchedAt, good.lastFetchedAt, 'the last success')
        assert.ok(failed.lastAttemptAt > good.lastAttemptAt)
        assert.equal(failed.currentlyOnCallUserName, 'Ada')
      }
      answer = async () => shift
      assert.equal(bodyOf(await owner.post(`/oncall/bindings/${id}/refresh`)).lastFetchError, null)
    })

    test('the background refreshes every binding that has a provider', async () => {
      const { owner } = await app.organisation()
      const [good, bad] = [await pagerFor(owner), await pagerFor(owner, { scheduleId: 'BAD' })]
      const manual = { scope: 'team', targetId: await newTeam(owner), provider: 'manual' }
      const { id: manualId } = await make(owner, '/oncall/bindings', manual)
      const source = {
        whoIsOnCall: async (_: OnCallProvider, { id }: Watched) => {
          if (id === 'BAD') throw new UpstreamError('missing', 'There is no such schedule.')
          return shift
        },
      }
      await runJob({ store: app.store, now: () => new Date(), onCall: source }, 'oncall-refresh')
      assert.equal((await read(owner, `/oncall/bindings/${good.id}`)).currentlyOnCallUserName, 'Ada')
      const failed = await read(owner, `/oncall/bindings/${bad.id}`)
      assert.equal(failed.lastFetchError, 'There is no such schedule.')
      assert.equal((await read(owner, `/oncall/bindings/${manualId}`)).lastFetchedAt, null)
    })
  })
})
