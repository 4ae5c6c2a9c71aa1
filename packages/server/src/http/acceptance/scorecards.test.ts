import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Client, eventually, onEachEngine, useApp } from '../../testing/index.ts'
import { type Body, change, idsOf, make, notFound, read, refusedField, remove, timestamp } from './checks.ts'

const owned = { type: 'has_owner_team', label: 'Owned', weight: 1 }
const described = { type: 'has_description', label: 'Described', weight: 1 }
const live = { type: 'lifecycle_in', label: 'Live', weight: 2, params: { lifecycles: ['production'] } }
const kinds = {
  component: '/projects',
  api: '/apis',
  resource: '/resources',
  system: '/systems',
  domain: '/domains',
}
const everyKind = Object.keys(kinds)

const newCard = (owner: Client, fields: object = {}): Promise<Body> =>
  make(owner, '/scorecards', { name: 'Basics', applicableKinds: everyKind, rules: [owned], ...fields })

const scoresOf = async (client: Client, cardId: string): Promise<readonly Body[]> =>
  (await read(client, `/scorecards/${cardId}/scores`)).scores

/** Waits until a scorecard grades exactly these entities with these scores. */
async function grades(client: Client, cardId: string, expected: Readonly<Record<string, number>>) {
  const scores = await eventually(
    () => scoresOf(client, cardId),
    (all) =>
      all.length === Object.keys(expected).length &&
      all.every(({ entityId, score }) => expected[entityId] === score),
  )
  return new Map(scores.map((score) => [score.entityId as string, score]))
}

onEachEngine((engine) => {
  const app = useApp(engine)

  test('the score of an entity is the share of the applicable weight that it passes', async () => {
    const { owner } = await app.organisation()
    const { id: ownerTeamId } = await make(owner, '/teams', { name: 'x' })
    const rules = [{ ...owned, weight: 3 }, described, { ...live, weight: 2 }]
    const card = await newCard(owner, { rules })
    const all = { ownerTeamId, description: 'x', lifecycle: 'production' }
    const best = await make(owner, '/apis', { name: 'best', ...all })
    const middling = await make(owner, '/apis', { name: 'middling', ownerTeamId })
    const third = await make(owner, '/apis', { name: 'third', description: 'x', lifecycle: 'production' })
    const worst = await make(owner, '/apis', { name: 'worst', description: ' \n ', lifecycle: 'deprecated' })
    // Domains and projects have no lifecycle: for them the rule does not apply.
    const domain = await make(owner, '/domains', { name: 'domain', ownerTeamId })
    const project = await make(owner, '/projects', { name: 'project', description: 'x', ownerTeamId })
    const found = await grades(owner, card.id, {
      [best.id]: 100,
      [middling.id]: 50,
      [third.id]: 50,
      [worst.id]: 0,
      [domain.id]: 75,
      [project.id]: 100,
    })
    const ids = idsOf(card.rules)
    const { computedAt, ...score } = found.get(domain.id)
    assert.match(computedAt, timestamp)
    assert.deepEqual(score, {
      ...{ scorecardId: card.id, entityKind: 'domain', entityId: domain.id, entityName: 'domain' },
      ...{ score: 75, tier: 'silver' },
      rules: [
        { ruleId: ids[0], applicable: true, passed: true },
        { ruleId: ids[1], applicable: true, passed: false },
        { ruleId: ids[2], applicable: false, passed: false },
      ],
    })
    const tiers = [best, middling, worst, project].map(({ id }) => found.get(id).tier)
    assert.deepEqual(tiers, ['gold', 'bronze', null, 'gold'])
  })

  test('scores are rounded, and the tiers are the card’s own', async () => {
    const { owner } = await app.organisation()
    const rules = [owned, described, { ...live, weight: 1 }]
    const tiers = [
      { name: 'top', minScore: 67 },
      { name: 'start', minScore: 0 },
    ]
    const card = await newCard(owner, { rules, tiers, applicableKinds: ['api'] })
    assert.deepEqual(card.tiers, tiers)
    const one = await make(owner, '/apis', { name: 'a', description: 'x' })
    const two = await make(owner, '/apis', { name: 'b', description: 'x', lifecycle: 'production' })
    const found = await grades(owner, card.id, { [one.id]: 33, [two.id]: 67 })
    assert.equal(found.get(one.id).tier, 'start')
    assert.equal(found.get(two.id).tier, 'top')
  })

  test('scores follow every write that could change them', async () => {
    const { owner } = await app.organisation()
    const { id: ownerTeamId } = await make(owner, '/teams', { name: 'x' })
    const card = await newCard(owner, {
      rules: [owned, described, live],
      applicableKinds: ['api', 'resource'],
    })
    const api = await make(owner, '/apis', { name: 'a' })
    const at = `/apis/${api.id}`
    await grades(owner, card.id, { [api.id]: 0 })
    await change(owner, at, { ownerTeamId })
    await grades(owner, card.id, { [api.id]: 25 })
    await change(owner, at, { description: 'x', lifecycle: 'production' })
    await grades(owner, card.id, { [api.id]: 100 })
    const resource = await make(owner, '/resources', { name: 'r', description: 'x' })
    await grades(owner, card.id, { [api.id]: 100, [resource.id]: 25 })

    await change(owner, `/scorecards/${card.id}`, { rules: [{ ...owned, weight: 9 }, described] })
    await grades(owner, card.id, { [api.id]: 100, [resource.id]: 10 })
    await change(owner, `/scorecards/${card.id}`, { tiers: [{ name: 'only', minScore: 10 }] })
    const tierOf = async () => (await scoresOf(owner, card.id)).map(({ tier }) => tier)
    await eventually(tierOf, (tiers) => tiers.every((tier) => tier === 'only'))
    await change(owner, `/scorecards/${card.id}`, { applicableKinds: ['resource'] })
    await grades(owner, card.id, { [resource.id]: 10 })
    await change(owner, `/scorecards/${card.id}`, { applicableKinds: ['api'] })
    await grades(owner, card.id, { [api.id]: 100 })
    await remove(owner, `/teams/${ownerTeamId}`)
    await grades(owner, card.id, { [api.id]: 10 })
    await change(owner, at, { name: 'renamed' })
    await eventually(
      () => scoresOf(owner, card.id),
      ([score]) => score.entityName === 'renamed',
    )
    await remove(owner, at)
    await grades(owner, card.id, {})
  })

  test('archived projects and retired entities are not graded', async () => {
    const { owner } = await app.organisation()
    const card = await newCard(owner)
    const project = await make(owner, '/projects', { name: 'p' })
    const entities = []
    for (const path of ['/apis', '/resources', '/systems'])
      entities.push([path, (await make(owner, path, { name: 'x' })).id] as const)
    await make(owner, '/projects', { name: 'old', archived: true })
    await make(owner, '/apis', { name: 'old', lifecycle: 'retired' })
    const all = Object.fromEntries([project.id, ...entities.map(([, id]) => id)].map((id) => [id, 0]))
    await grades(owner, card.id, all)
    await change(owner, `/projects/${project.id}`, { archived: true })
    for (const [path, id] of entities) await change(owner, `${path}/${id}`, { lifecycle: 'retired' })
    await grades(owner, card.id, {})
    await change(owner, `/projects/${project.id}`, { archived: false })
    for (const [path, id] of entities) await change(owner, `${path}/${id}`, { lifecycle: 'deprecated' })
    await grades(owner, card.id, all)
  })

  test('a scope narrows by owning team and by tag', async () => {
    const { owner } = await app.organisation()
    const { id: ownerTeamId } = await make(owner, '/teams', { name: 'x' })
    const mine = await make(owner, '/apis', { name: 'mine', ownerTeamId, tags: ['pci'] })
    const other = await make(owner, '/apis', { name: 'other', tags: ['pci', 'eu'] })
    const plain = await make(owner, '/apis', { name: 'plain', ownerTeamId })
    const project = await make(owner, '/projects', { name: 'p', ownerTeamId })
    const byTeam = await newCard(owner, { scopeTeamId: ownerTeamId })
    const byTag = await newCard(owner, { scopeTags: ['eu', 'pci'] })
    const byBoth = await newCard(owner, { scopeTeamId: ownerTeamId, scopeTags: ['pci'] })
    await grades(owner, byTeam.id, { [mine.id]: 100, [plain.id]: 100, [project.id]: 100 })
    await grades(owner, byTag.id, { [mine.id]: 100, [other.id]: 0 })
    await grades(owner, byBoth.id, { [mine.id]: 100 })

    await change(owner, `/apis/${plain.id}`, { tags: ['eu'] })
    await grades(owner, byTag.id, { [mine.id]: 100, [other.id]: 0, [plain.id]: 100 })
    await change(owner, `/apis/${mine.id}`, { ownerTeamId: null })
    await grades(owner, byTeam.id, { [plain.id]: 100, [project.id]: 100 })
    await grades(owner, byBoth.id, {})
    await change(owner, `/scorecards/${byTag.id}`, { scopeTags: [] })
    await grades(owner, byTag.id, { [mine.id]: 0, [other.id]: 0, [plain.id]: 100, [project.id]: 100 })
    await remove(owner, `/teams/${ownerTeamId}`)
    const everything = { [mine.id]: 0, [other.id]: 0, [plain.id]: 0, [project.id]: 0 }
    await grades(owner, byTeam.id, everything)
  })

  test('a scope narrows by system and by domain', async () => {
    const { owner } = await app.organisation()
    const [project, api, resource, lone] = [
      await make(owner, '/projects', { name: 'p' }),
      await make(owner, '/apis', { name: 'a' }),
      await make(owner, '/resources', { name: 'r' }),
      await make(owner, '/apis', { name: 'lone' }),
    ] as const
    const domain = await make(owner, '/domains', { name: 'd' })
    const members = { componentIds: [project.id], apiIds: [api.id] }
    const system = await make(owner, '/systems', { name: 's', domainId: domain.id, ...members })
    const bySystem = await newCard(owner, { scopeSystemId: system.id })
    const byDomain = await newCard(owner, { scopeDomainId: domain.id })
    const inSystem = { [project.id]: 0, [api.id]: 0, [system.id]: 0 }
    await grades(owner, bySystem.id, inSystem)
    await grades(owner, byDomain.id, { ...inSystem, [domain.id]: 0 })

    await change(owner, `/systems/${system.id}`, { apiIds: [lone.id], resourceIds: [resource.id] })
    const moved = { [project.id]: 0, [lone.id]: 0, [resource.id]: 0, [system.id]: 0 }
    await grades(owner, bySystem.id, moved)
    await grades(owner, byDomain.id, { ...moved, [domain.id]: 0 })
    await change(owner, `/systems/${system.id}`, { domainId: null })
    await grades(owner, byDomain.id, { [domain.id]: 0 })
    await change(owner, `/systems/${system.id}`, { domainId: domain.id })
    await grades(owner, byDomain.id, { ...moved, [domain.id]: 0 })
    await remove(owner, `/systems/${system.id}`)
    await grades(owner, byDomain.id, { [domain.id]: 0 })
    const all = { [project.id]: 0, [api.id]: 0, [lone.id]: 0, [resource.id]: 0, [domain.id]: 0 }
    await grades(owner, bySystem.id, all)
  })

  test('one entity’s scores over all scorecards', async () => {
    const { owner } = await app.organisation()
    const api = await make(owner, '/apis', { name: 'a', description: 'x' })
    const other = await make(owner, '/resources', { name: 'r' })
    const first = await newCard(owner)
    const second = await newCard(owner, { rules: [described] })
    for (const { id } of [first, second])
      await eventually(
        () => scoresOf(owner, id),
        ({ length }) => length === 2,
      )
    const { scores } = await read(owner, `/scores?entityKind=api&entityId=${api.id}`)
    const byCard = Object.fromEntries(scores.map(({ scorecardId, score }: Body) => [scorecardId, score]))
    assert.deepEqual(byCard, { [first.id]: 0, [second.id]: 100 })
    const { scores: others } = await read(owner, `/scores?entityKind=resource&entityId=${other.id}`)
    assert.equal(others.length, 2)
    assert.deepEqual((await read(owner, `/scores?entityKind=domain&entityId=${api.id}`)).scores, [])
    refusedField(await owner.get('/scores?entityKind=team&entityId=x'), 'entityKind')
    await remove(owner, `/scorecards/${first.id}`)
    const left = (await read(owner, `/scores?entityKind=api&entityId=${api.id}`)).scores
    assert.deepEqual(
      left.map(({ scorecardId }: Body) => scorecardId),
      [second.id],
    )
    notFound(await owner.get(`/scorecards/${first.id}/scores`))
  })

  test('a rule without an id gets one, and keeps it while its type and label stay', async () => {
    const { owner } = await app.organisation()
    const card = await newCard(owner, { rules: [owned, described, { ...live, id: 'mine' }] })
    const [a, b, c] = idsOf(card.rules)
    assert.equal(c, 'mine')
    assert.ok(a && b && a !== b)
    const at = `/scorecards/${card.id}`
    const swapped = await change(owner, at, { rules: [described, { ...owned, weight: 7 }] })
    assert.deepEqual(idsOf(swapped.rules), [b, a])
    assert.equal(swapped.rules[1].weight, 7)
    const renamed = await change(owner, at, { rules: [{ ...owned, label: 'Has an owner' }, described] })
    assert.equal(renamed.rules[1].id, b)
    assert.ok(![a, b, c].includes(renamed.rules[0].id), 'another label is another rule')
    assert.deepEqual((await change(owner, at, { name: 'x' })).rules, renamed.rules)
    const duplicates = await change(owner, at, { rules: [owned, owned] })
    assert.equal(new Set(idsOf(duplicates.rules)).size, 2)
  })

  test('rules and tiers are checked', async () => {
    const { owner } = await app.organisation()
    const card = { name: 'x', applicableKinds: ['api'], rules: [owned] }
    const bad: readonly [string, object][] = [
      ['weight', { rules: [{ ...owned, weight: 0 }] }],
      ['weight', { rules: [{ ...owned, weight: 11 }] }],
      ['weight', { rules: [{ ...owned, weight: 1.5 }] }],
      ['weight', { rules: [{ ...owned, weight: undefined }] }],
      ['label', { rules: [{ type: 'has_description', weight: 1 }] }],
      ['type', { rules: [{ ...owned, type: 'has_logo' }] }],
      ['rules', { rules: [{ ...live, params: undefined }] }],
      ['rules', { rules: [{ ...live, params: {} }] }],
      ['rules', { rules: [{ ...live, params: { lifecycles: ['old'] } }] }],
      ['rules', { rules: [{ ...live, params: { lifecycles: 'production' } }] }],
      ['rules', { rules: 'none' }],
      [
        'rules',
        {
          rules: [
            { ...owned, id: 'same' },
            { ...described, id: 'same' },
          ],
        },
      ],
      ['applicableKinds', { applicableKinds: ['team'] }],
      ['applicableKinds', { applicableKinds: 'api' }],
      ['minScore', { tiers: [{ name: 'a', minScore: -1 }] }],
      ['minScore', { tiers: [{ name: 'a', minScore: 101 }] }],
      ['minScore', { tiers: [{ name: 'a', minScore: 1.5 }] }],
      ['minScore', { tiers: [{ name: 'a' }] }],
      ['name', { tiers: [{ name: 'Bronze', minScore: 1 }] }],
      ['name', { tiers: [{ minScore: 1 }] }],
    ]
    for (const [field, fields] of bad)
      refusedField(await owner.post('/scorecards', { ...card, ...fields }), field)
    const edges = { rules: [{ ...owned, weight: 10 }], tiers: [{ name: 'all', minScore: 0 }] }
    assert.equal((await make(owner, '/scorecards', { ...card, ...edges })).rules[0].weight, 10)
    const { id } = await make(owner, '/scorecards', card)
    refusedField(await owner.patch(`/scorecards/${id}`, { rules: [{ ...live, params: {} }] }), 'rules')
  })
})
