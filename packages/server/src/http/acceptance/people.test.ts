import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { kinds, responsibilityLimits, responsiblePlaces } from '@svc/model'
import { changeUser } from '../../services/identity/members.ts'
import { type Client, onEachEngine, type TestOrganisation, useApp } from '../../testing/index.ts'
import {
  type Body,
  bodyOf,
  change,
  idsOf,
  insert,
  insertAll,
  make,
  notFound,
  partitionOf,
  read,
  refused,
  refusedField,
} from './checks.ts'

onEachEngine((engine) => {
  describe('people', () => {
    const app = useApp(engine)

    const setActive = (organisation: TestOrganisation, email: string, isActive: boolean) =>
      changeUser(app.store, { organisationId: organisation.id, email }, { isActive })

    /** Somebody who was a member and no longer is. */
    async function leaver(organisation: TestOrganisation) {
      const person = await organisation.user('member')
      const leave = () => setActive(organisation, person.email, false)
      const comeBack = () => setActive(organisation, person.email, true)
      return { ...person, leave, comeBack }
    }

    const partOf = ({ responsibilities }: Body, responsibility: string, kind = ''): Body =>
      responsibilities.find((one: Body) => one.responsibility === responsibility && one.kind.startsWith(kind))

    const handOver = (client: Client, uid: string, body: object) =>
      client.post(`/users/${uid}/hand-over`, body)

    test('a deactivated member gets no new assignments, and keeps existing ones', async () => {
      const organisation = await app.organisation()
      const { owner, ownerId } = organisation
      const gone = await leaver(organisation)
      const { id: appId } = await make(owner, '/projects', { name: 'Shop' })
      const issue = await make(owner, '/issues', { appId, title: 'x', assignedToUid: gone.id })
      const team = await make(owner, '/teams', { name: 'x', memberUids: [gone.id, ownerId] })
      const other = await make(owner, '/teams', { name: 'y' })
      await gone.leave()

      const refusals: readonly [Promise<Awaited<ReturnType<Client['post']>>>, string][] = [
        [owner.post('/issues', { appId, title: 'y', assignedToUid: gone.id }), 'assignedToUid'],
        [owner.post('/teams', { name: 'z', memberUids: [ownerId, gone.id] }), 'memberUids'],
        [owner.patch(`/teams/${other.id}`, { memberUids: [gone.id] }), 'memberUids'],
      ]
      for (const [reply, field] of refusals) {
        const answer = await reply
        refusedField(answer, field, gone.id)
        assert.match(answer.body.message, /who is deactivated/)
      }

      const same = await change(owner, `/issues/${issue.id}`, { assignedToUid: gone.id, severity: 'major' })
      assert.deepEqual([same.assignedToUid, same.severity], [gone.id, 'major'])
      const turned = await change(owner, `/teams/${team.id}`, { memberUids: [ownerId, gone.id] })
      assert.deepEqual(turned.memberUids, [ownerId, gone.id], 'they may even be reordered')
      await change(owner, `/issues/${issue.id}`, { assignedToUid: null })
      refusedField(await owner.patch(`/issues/${issue.id}`, { assignedToUid: gone.id }), 'assignedToUid')

      await gone.comeBack()
      await change(owner, `/issues/${issue.id}`, { assignedToUid: gone.id })
    })

    test('a report of what a deactivated member did is accepted', async () => {
      const organisation = await app.organisation()
      const gone = await leaver(organisation)
      await gone.leave()
      const { id: appId } = await make(organisation.owner, '/projects', { name: 'Shop' })
      const report = { appId, status: 'success', buildVersion: '1', triggeredByUid: gone.id }
      const { results } = bodyOf(await organisation.owner.post('/ingest/v1/deployments', report))
      assert.equal(results[0].status, 'created')
    })

    test('a lead may be deactivated, and the team shows it, with a new ETag', async () => {
      const organisation = await app.organisation()
      const { owner } = organisation
      const lead = await leaver(organisation)
      const team = await make(owner, '/teams', { name: 'x', leadUid: lead.id })
      const without = await make(owner, '/teams', { name: 'y' })
      assert.deepEqual([team.leadIsActive, without.leadIsActive], [true, null])
      const path = `/teams/${team.id}`
      const tagsOf = async () => {
        const [one, all] = [await owner.get(path), await owner.get('/teams')]
        return { one: one.headers.get('etag') ?? '', all: all.headers.get('etag') ?? '' }
      }
      const before = await tagsOf()

      await lead.leave()
      const after = await tagsOf()
      assert.notEqual(after.one, before.one)
      assert.notEqual(after.all, before.all)
      const current = await owner.get(path, { 'if-none-match': before.one })
      assert.deepEqual([current.status, current.body.leadIsActive], [200, false])
      const { teams } = await read(owner, '/teams')
      assert.deepEqual(
        teams.map(({ leadIsActive }: Body) => leadIsActive),
        [null, false],
      )
      assert.equal((await owner.get(path, { 'if-none-match': after.one })).status, 304)

      // As configuration as code does: the same lead again, even for a new team.
      const kept = await change(owner, path, { leadUid: lead.id, name: 'z' })
      assert.deepEqual([kept.leadUid, kept.leadIsActive], [lead.id, false])
      const created = await make(owner, '/teams', { name: 'new', leadUid: lead.id })
      assert.equal(created.leadIsActive, false)
      // Read and sent back whole, as clients do.
      assert.equal((await change(owner, path, { ...kept, leadIsActive: true })).leadIsActive, false)

      await lead.comeBack()
      assert.equal((await read(owner, path)).leadIsActive, true)
      const { auditLog } = await read(owner, `/audit-log?subjectId=${team.id}`)
      for (const event of auditLog)
        assert.equal(event.after.leadIsActive, undefined, 'the log says what was written')
    })

    test('responsibilities: everything that names a member, counted, and nothing else', async () => {
      const organisation = await app.organisation()
      const { owner, ownerId } = organisation
      const { id: uid } = await organisation.user('member')
      const none = await read(owner, `/users/${uid}/responsibilities`)
      assert.deepEqual([none.uid, none.isActive], [uid, true])
      assert.equal(
        none.responsibilities.length,
        responsiblePlaces.length,
        'one entry for each field of the model',
      )
      for (const part of none.responsibilities)
        assert.deepEqual([part.count, part.records, part.truncated], [0, [], false])

      const team = await make(owner, '/teams', { name: 'Payments', leadUid: uid, memberUids: [ownerId, uid] })
      await make(owner, '/teams', { name: 'Others', leadUid: ownerId })
      const shop = await make(owner, '/projects', { name: 'Shop', ownerTeamId: team.id })
      const old = await make(owner, '/projects', { name: 'Old', ownerTeamId: team.id, archived: true })
      await make(owner, '/projects', { name: 'Not theirs' })
      const api = await make(owner, '/apis', { name: 'Orders', ownerTeamId: team.id })
      const issue = { appId: shop.id, assignedToUid: uid }
      const open = await make(owner, '/issues', { ...issue, title: 'open' })
      await make(owner, '/issues', { ...issue, title: 'done', status: 'fixed' })
      const busy = await make(owner, '/issues', { ...issue, title: 'busy', status: 'blocked' })
      const none2 = { currentlyOnCallUserUid: uid, provider: 'pagerduty', scheduleId: 'P1', label: 'Nights' }
      const binding = await insert(app, organisation, kinds.oncallBinding, {
        ...{ scope: 'team', targetId: team.id, ...none2 },
      })

      const answer = await read(owner, `/users/${uid}/responsibilities`)
      const namesOf = (...of: readonly [string, string?]) => partOf(answer, ...of).records
      assert.deepEqual(namesOf('leads'), [{ id: team.id, name: 'Payments' }])
      assert.deepEqual(idsOf(namesOf('memberOf')), [team.id])
      assert.deepEqual(idsOf(namesOf('assigned')), [busy.id, open.id], 'what is done is not a responsibility')
      assert.deepEqual(namesOf('onCallFor'), [{ id: binding, name: 'Nights' }])
      assert.deepEqual(idsOf(namesOf('owns', 'project')), [old.id, shop.id])
      assert.deepEqual(idsOf(namesOf('owns', 'api')), [api.id])
      assert.deepEqual([partOf(answer, 'assigned').count, partOf(answer, 'owns', 'system').count], [2, 0])
      assert.deepEqual(
        [partOf(answer, 'leads').canHandOver, partOf(answer, 'onCallFor').canHandOver],
        [true, false],
      )

      const short = await read(owner, `/users/${uid}/responsibilities?limit=1`)
      const { count, truncated, records } = partOf(short, 'assigned')
      assert.deepEqual([count, truncated, records.length], [2, true, 1])
      refusedField(await owner.get(`/users/${uid}/responsibilities?limit=0`), 'limit')
      notFound(await owner.get('/users/usr_none/responsibilities'))
      const viewer = await organisation.person('viewer')
      assert.deepEqual(
        await read(viewer, `/users/${uid}/responsibilities`),
        answer,
        'anyone with read may read it',
      )
    })

    test('handover: everything is moved to another member, each record with its own event', async () => {
      const organisation = await app.organisation()
      const { owner, ownerId } = organisation
      const gone = await leaver(organisation)
      const { id: to } = await organisation.user('member')
      const both = { leadUid: gone.id, memberUids: [gone.id, ownerId, to] }
      const team = await make(owner, '/teams', { name: 'Payments', ...both })
      const { id: appId } = await make(owner, '/projects', { name: 'Shop' })
      const issue = await make(owner, '/issues', { appId, title: 'open', assignedToUid: gone.id })
      const done = { appId, title: 'done', assignedToUid: gone.id, status: 'verified' }
      const finished = await make(owner, '/issues', done)
      await gone.leave()
      const written = async () =>
        (await read(owner, '/events?limit=1000')).events.filter(({ type }: Body) => type !== 'issue.numbered')
      const before = await written()

      const trial = bodyOf(await handOver(owner, gone.id, { toUid: to, dryRun: true }))
      assert.deepEqual([trial.dryRun, trial.moved, trial.left], [true, 3, 0])
      assert.deepEqual(await written(), before, 'a dry run writes nothing')
      assert.equal((await read(owner, `/teams/${team.id}`)).leadUid, gone.id)

      const part = bodyOf(await handOver(owner, gone.id, { toUid: to, kinds: ['issue'] }))
      assert.deepEqual([part.moved, part.left, part.parts.length], [1, 0, 1])
      assert.equal((await read(owner, `/teams/${team.id}`)).leadUid, gone.id)
      const moved = bodyOf(await handOver(owner, gone.id, { toUid: to }))
      assert.deepEqual([moved.uid, moved.toUid, moved.moved, moved.left], [gone.id, to, 2, 0])
      assert.deepEqual(moved.refused, [])

      const now = await read(owner, `/teams/${team.id}`)
      assert.deepEqual([now.leadUid, now.leadIsActive], [to, true])
      assert.deepEqual(now.memberUids, [to, ownerId], 'in their place, and once')
      assert.equal((await read(owner, `/issues/${issue.id}`)).assignedToUid, to)
      assert.equal((await read(owner, `/issues/${finished.id}`)).assignedToUid, gone.id, 'what is done stays')
      const { activity } = await read(owner, `/issues/${issue.id}/activity`)
      assert.ok(activity.some(({ type }: Body) => type === 'issue.assignee_changed'))
      const { auditLog } = await read(owner, `/audit-log?subjectId=${team.id}&type=team.updated`)
      assert.equal(auditLog.length, 2)
      for (const event of auditLog) assert.equal(event.actor.id, ownerId)
      const left = await read(owner, `/users/${gone.id}/responsibilities`)
      assert.deepEqual([partOf(left, 'leads').count, partOf(left, 'assigned').count], [0, 0])
      assert.equal(bodyOf(await handOver(owner, gone.id, { toUid: to })).moved, 0, 'there is nothing left')
    })

    test('handover refuses members who cannot take over, and says what is allowed', async () => {
      const organisation = await app.organisation()
      const { owner, ownerId } = organisation
      const gone = await leaver(organisation)
      await gone.leave()
      const elsewhere = await app.organisation()
      const to = (toUid: unknown, more: object = {}) => handOver(owner, ownerId, { toUid, ...more })
      refusedField(await to('usr_none'), 'toUid', 'usr_none')
      refusedField(await to(elsewhere.ownerId), 'toUid', elsewhere.ownerId)
      const inactive = await to(gone.id)
      refusedField(inactive, 'toUid', gone.id)
      assert.match(inactive.body.message, /deactivated/)
      refusedField(await to(ownerId), 'toUid')
      refusedField(await to(undefined), 'toUid')
      refusedField(await handOver(owner, gone.id, { toUid: ownerId, dryrun: true }), 'dryrun')
      const unknown = await handOver(owner, gone.id, { toUid: ownerId, kinds: ['project'] })
      refusedField(unknown, 'kinds')
      assert.match(unknown.text, /team.*issue/s)
      notFound(await handOver(owner, 'usr_none', { toUid: ownerId }))
      notFound(await handOver(owner, elsewhere.ownerId, { toUid: ownerId }))
      refused(
        await handOver(await organisation.person('member'), gone.id, { toUid: ownerId }),
        403,
        'forbidden',
      )
      refused(await handOver(await organisation.key(), gone.id, { toUid: ownerId }), 403, 'forbidden')
    })

    test('the modes of an organisation are kept apart', async () => {
      const organisation = await app.organisation()
      const { owner } = organisation
      const { id: uid } = await organisation.user('member')
      const { id: to } = await organisation.user('member')
      const tester = await organisation.person('owner', { mode: 'test' })
      const live = await make(owner, '/teams', { name: 'live', leadUid: uid })
      const trial = await make(tester, '/teams', { name: 'test', leadUid: uid })
      const leads = async (client: Client) =>
        idsOf(partOf(await read(client, `/users/${uid}/responsibilities`), 'leads').records)
      assert.deepEqual([await leads(owner), await leads(tester)], [[live.id], [trial.id]])
      assert.equal(bodyOf(await handOver(tester, uid, { toUid: to })).moved, 1)
      assert.deepEqual([await leads(owner), await leads(tester)], [[live.id], []])
      const outsider = await app.organisation()
      notFound(await outsider.owner.get(`/users/${uid}/responsibilities`))
    })

    test('a large handover is done in batches, and reports correctly what is left', async () => {
      const organisation = await app.organisation()
      const { owner } = organisation
      const { id: uid } = await organisation.user('member')
      const { id: to } = await organisation.user('member')
      const { id: appId } = await make(owner, '/projects', { name: 'Shop' })
      const count = responsibilityLimits.moved + 30
      const issue = { appId, description: '', severity: 'minor', status: 'newBug', statusGroup: 'backlog' }
      const rest = { issueType: 'bug', labels: [], version: 1, assignedToUid: uid }
      await insertAll(
        app,
        partitionOf(organisation),
        kinds.issue,
        Array.from({ length: count }, (_, n) => ({ ...issue, ...rest, title: `Issue ${n}` })),
      )
      const first = bodyOf(await handOver(owner, uid, { toUid: to }))
      // On a slow machine it times out first.
      assert.ok(first.moved > 0 && first.moved <= responsibilityLimits.moved, JSON.stringify(first))
      assert.equal(first.left, count - first.moved)
      const assigned = async (id: string) =>
        partOf(await read(owner, `/users/${id}/responsibilities`), 'assigned').count
      assert.deepEqual([await assigned(uid), await assigned(to)], [first.left, first.moved])
      // Others keep writing meanwhile: their changes are not lost.
      await make(owner, '/issues', { appId, title: 'new', assignedToUid: uid })
      let { left } = first
      for (let round = 0; left > 0 && round < 20; round += 1)
        left = bodyOf(await handOver(owner, uid, { toUid: to })).left
      assert.equal(left, 0)
      assert.equal(partOf(await read(owner, `/users/${to}/responsibilities`), 'assigned').count, count + 1)
    })

    test('with an Idempotency-Key a handover is done once', async () => {
      const organisation = await app.organisation()
      const { owner } = organisation
      const { id: uid } = await organisation.user('member')
      const { id: toUid } = await organisation.user('member')
      await make(owner, '/teams', { name: 'x', leadUid: uid })
      const send = () =>
        owner.send('POST', `/users/${uid}/hand-over`, { toUid }, { 'idempotency-key': `once-${uid}` })
      const first = await send()
      const again = await send()
      assert.deepEqual([first.status, again.status], [200, 200])
      assert.deepEqual(again.body, first.body)
      assert.equal(again.headers.get('idempotent-replayed'), 'true')
    })
  })
})
