import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type EntityKind, entityKinds, kindNamed, kinds, ruleFields } from '@svc/model'
import { caughtUp, type Client, onEachEngine, useApp } from '../../testing/index.ts'
import { type Body, bodyOf, change, insert, make, read, refused } from './checks.ts'

const ruleOf = (type: string) => ({
  type,
  label: type,
  weight: 1,
  params: type === 'lifecycle_in' ? { lifecycles: ['production'] } : {},
})

const entityKindNames = Object.keys(entityKinds) as EntityKind[]

onEachEngine((engine) => {
  const app = useApp(engine)

  /** One of each kind with everything it can have: an owner, tags, a system and a domain. */
  const fullCatalog = async (owner: Client) => {
    const team = (await make(owner, '/teams', { name: 'Owners' })).id
    const one = async (name: EntityKind, more: object = {}): Promise<string> => {
      const { path, fields } = kindNamed(entityKinds[name])
      const all = {
        name,
        ownerTeamId: team,
        description: 'x',
        tags: ['core'],
        lifecycle: 'production',
        ...more,
      }
      const known = Object.entries(all).filter(([key]) => Object.hasOwn(fields, key))
      return (await make(owner, path, Object.fromEntries(known))).id
    }
    const domain = await one('domain')
    const members = {
      componentIds: [await one('component')],
      apiIds: [await one('api')],
      resourceIds: [await one('resource')],
    }
    const system = await one('system', { domainId: domain, ...members })
    return { scopeTeamId: team, scopeTags: ['core'], scopeSystemId: system, scopeDomainId: domain }
  }

  test('a scorecard is accepted exactly if it could grade something', async () => {
    const { owner } = await app.organisation()
    const scopes = await fullCatalog(owner)
    const taken: Body[] = []
    for (const kind of entityKindNames)
      for (const scope of [{}, ...Object.entries(scopes).map(([key, value]) => ({ [key]: value }))])
        for (const type of Object.keys(ruleFields)) {
          const terms = { applicableKinds: [kind], rules: [ruleOf(type)], ...scope }
          const reply = await owner.post('/scorecards', {
            name: JSON.stringify([kind, type, scope]),
            ...terms,
          })
          if (reply.status === 201) taken.push(reply.body)
          else {
            const [{ path, message }] = refused(reply, 400, 'invalid_request').details
            assert.ok(['rules', ...Object.keys(scope)].includes(path), reply.text)
            assert.match(
              message,
              /^(would never apply|leaves nothing to grade): an? \w+ (has no|is in no) \w+$/,
            )
          }
        }
    // A domain has no lifecycle and is in no system.
    assert.equal(taken.length, 75 - (5 + 2))
    await caughtUp(app)
    for (const { id, name } of taken) {
      const { scores } = await read(owner, `/scorecards/${id}/scores`)
      assert.ok(
        scores.some(({ rules }: Body) => rules.some(({ applicable }: Body) => applicable)),
        name,
      )
    }
  })

  test('the reason names what each of the kinds lacks', async () => {
    const { owner } = await app.organisation()
    const { scopeSystemId, scopeTags } = await fullCatalog(owner)
    const refusal = async (terms: object) => {
      const reply = await owner.post('/scorecards', {
        name: 'x',
        rules: [ruleOf('has_description')],
        ...terms,
      })
      return refused(reply, 400, 'invalid_request').details
    }
    assert.deepEqual(await refusal({ applicableKinds: ['domain'], scopeTags, scopeSystemId }), [
      { path: 'scopeSystemId', message: 'leaves nothing to grade: a domain is in no system' },
    ])
    const rules = [ruleOf('lifecycle_in')]
    assert.deepEqual(await refusal({ applicableKinds: ['domain'], scopeTags, rules }), [
      { path: 'rules', message: 'would never apply: a domain has no lifecycle' },
    ])
  })

  test('one kind that can be graded is enough, and a scorecard without rules is not finished yet', async () => {
    const { owner } = await app.organisation()
    const { scopeTags } = await fullCatalog(owner)
    const rules = [ruleOf('lifecycle_in')]
    await make(owner, '/scorecards', { name: 'x', applicableKinds: ['domain', 'api'], scopeTags, rules })
    await make(owner, '/scorecards', { name: 'x', applicableKinds: ['domain'], rules: [] })
  })

  test('a change is refused if it takes away all that could be graded', async () => {
    const { owner } = await app.organisation()
    const { scopeTags, scopeSystemId } = await fullCatalog(owner)
    const rules = [ruleOf('lifecycle_in')]
    const { id } = await make(owner, '/scorecards', { name: 'x', applicableKinds: ['api'], scopeTags, rules })
    const path = `/scorecards/${id}`
    const blamed = async (terms: object) =>
      refused(await owner.patch(path, terms), 400, 'invalid_request').details[0].path
    assert.equal(await blamed({ applicableKinds: ['domain'] }), 'rules')
    assert.equal(await blamed({ applicableKinds: ['domain'], scopeSystemId }), 'scopeSystemId')
    assert.deepEqual((await read(owner, path)).applicableKinds, ['api'])
    await change(owner, path, { applicableKinds: ['domain'], rules: [ruleOf('has_description')] })
  })

  test('one from an earlier version can be read, renamed and fixed, but not changed into another like it', async () => {
    const organisation = await app.organisation()
    const { owner } = organisation
    const rules = [{ id: 'a', description: null, ...ruleOf('lifecycle_in') }]
    const terms = { name: 'Old', applicableKinds: ['domain'], rules, tags: [], scopeTags: [] }
    const id = await insert(app, organisation, kinds.scorecard, terms)
    const path = `/scorecards/${id}`
    assert.equal((await read(owner, path)).name, 'Old')
    assert.equal(
      (await change(owner, path, { name: 'Older', rules, applicableKinds: ['domain'] })).name,
      'Older',
    )
    refused(
      await owner.patch(path, { rules: [ruleOf('lifecycle_in')].map((one) => ({ ...one, weight: 2 })) }),
      400,
      'invalid_request',
    )
    bodyOf(await owner.patch(path, { applicableKinds: ['domain', 'api'] }))
  })
})
