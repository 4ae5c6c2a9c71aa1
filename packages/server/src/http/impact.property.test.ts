import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { type Client, onEachEngine, useApp } from '../testing/index.ts'
import { type Body, make, read } from './acceptance/checks.ts'

/**
 * Impact and graph against the table of docs/numbers.md, worked out by hand: every pair of what fails and
 * what is affected, repeated until nothing changes.
 */

type Kind = 'component' | 'api' | 'resource' | 'system' | 'domain'

interface Plan {
  readonly projects: readonly { readonly archived: boolean }[]
  readonly apis: readonly { readonly componentId: number | null; readonly lifecycle: string }[]
  readonly resources: readonly { readonly componentId: number | null; readonly lifecycle: string }[]
  readonly systems: readonly {
    readonly domainId: number | null
    readonly componentIds: readonly number[]
    readonly apiIds: readonly number[]
    readonly resourceIds: readonly number[]
    readonly lifecycle: string
  }[]
  readonly edges: readonly {
    readonly from: number
    readonly to: number
    readonly type: string
    readonly criticality: 'hard' | 'soft'
  }[]
}

const count = { projects: 4, apis: 3, resources: 3, systems: 2, domains: 2 } as const
const all = Object.values(count).reduce<number>((sum, one) => sum + one, 0)
const lifecycle = fc.constantFrom('production', 'production', 'experimental', 'retired')
const oneOf = (most: number) => fc.option(fc.nat(most - 1), { nil: null })
const someOf = (most: number) => fc.uniqueArray(fc.nat(most - 1), { maxLength: 2 })
const several = <T>(arbitrary: fc.Arbitrary<T>, length: number) =>
  fc.array(arbitrary, { minLength: length, maxLength: length })
const owned = fc.record({ componentId: oneOf(count.projects), lifecycle })

const plans: fc.Arbitrary<Plan> = fc.record({
  projects: several(fc.record({ archived: fc.boolean() }), count.projects),
  apis: several(owned, count.apis),
  resources: several(owned, count.resources),
  systems: several(
    fc.record({
      domainId: oneOf(count.domains),
      componentIds: someOf(count.projects),
      apiIds: someOf(count.apis),
      resourceIds: someOf(count.resources),
      lifecycle,
    }),
    count.systems,
  ),
  edges: fc.uniqueArray(
    fc.record({
      from: fc.nat(all - 1),
      to: fc.nat(all - 1),
      type: fc.constantFrom(
        ...['depends_on', 'consumes_api', 'provides_api', 'calls', 'reads_from', 'writes_to', 'part_of'],
        ...['offered_by', 'owns', 'our-own'],
      ),
      criticality: fc.constantFrom('hard', 'hard', 'soft'),
    }),
    { maxLength: 14, selector: ({ from, to, type }) => `${from} ${to} ${type}` },
  ),
})

interface Entity {
  readonly kind: Kind
  readonly id: string
  readonly isInactive: boolean
}

/** If the first fails, the second is affected. */
interface Travel {
  readonly failing: string
  readonly hit: string
  readonly isSoft: boolean
}

async function build(owner: Client, plan: Plan) {
  const entities: Entity[] = []
  const travels: Travel[] = []
  const add = async (kind: Kind, path: string, fields: object, isInactive = false): Promise<string> => {
    const { id } = await make(owner, path, { name: `${kind} ${entities.length}`, ...fields })
    entities.push({ kind, id, isInactive })
    return id
  }
  const travel = (failing: string, hit: string, isSoft = false) => travels.push({ failing, hit, isSoft })
  const at = (ids: readonly string[], index: number): string => ids[index] ?? assert.fail()

  const projects: string[] = []
  for (const { archived } of plan.projects)
    projects.push(await add('component', '/projects', { archived }, archived))
  const apis: string[] = []
  for (const { componentId, lifecycle: stage } of plan.apis) {
    const provider = componentId === null ? null : at(projects, componentId)
    const fields = { componentId: provider, lifecycle: stage }
    const id = await add('api', '/apis', fields, stage === 'retired')
    apis.push(id)
    if (provider) travel(provider, id)
  }
  const resources: string[] = []
  for (const { componentId, lifecycle: stage } of plan.resources) {
    const user = componentId === null ? null : at(projects, componentId)
    const fields = { componentId: user, lifecycle: stage }
    const id = await add('resource', '/resources', fields, stage === 'retired')
    resources.push(id)
    if (user) travel(id, user)
  }
  const domains: string[] = []
  for (let n = 0; n < count.domains; n++) domains.push(await add('domain', '/domains', {}))
  for (const { domainId, lifecycle: stage, ...members } of plan.systems) {
    const domain = domainId === null ? null : at(domains, domainId)
    const inside = {
      componentIds: members.componentIds.map((n) => at(projects, n)),
      apiIds: members.apiIds.map((n) => at(apis, n)),
      resourceIds: members.resourceIds.map((n) => at(resources, n)),
    }
    const fields = { domainId: domain, lifecycle: stage, ...inside }
    const id = await add('system', '/systems', fields, stage === 'retired')
    for (const member of Object.values(inside).flat()) travel(member, id)
    if (domain) travel(id, domain)
  }
  for (const { from, to, type, criticality } of plan.edges) {
    const [source, target] = [entities[from] as Entity, entities[to] as Entity]
    if (source === target) continue
    await make(owner, '/dependencies', {
      fromKind: source.kind,
      fromId: source.id,
      toKind: target.kind,
      toId: target.id,
      type,
      criticality,
    })
    const isSoft = criticality === 'soft'
    if (type === 'provides_api' || type === 'part_of') travel(source.id, target.id, isSoft)
    else travel(target.id, source.id, isSoft)
  }
  return { entities, travels }
}

/** How many steps away each is from one, without regard to cost. */
function stepsFrom(failing: string, travels: readonly Travel[]): ReadonlyMap<string, number> {
  const steps = new Map([[failing, 0]])
  for (let isChanged = true; isChanged; ) {
    isChanged = false
    for (const one of travels) {
      const before = steps.get(one.failing)
      if (before === undefined || (steps.get(one.hit) ?? Infinity) <= before + 1) continue
      steps.set(one.hit, before + 1)
      isChanged = true
    }
  }
  return steps
}

const said = (nodes: readonly Body[]) =>
  nodes.map(({ id, distance, criticality }) => `${id} ${distance} ${criticality}`).toSorted()

onEachEngine((engine) => {
  const app = useApp(engine)

  test('impact and graph agree with the table for any catalog', async () => {
    const { owner } = await app.organisation()
    let hits = 0
    await fc.assert(
      fc.asyncProperty(plans, async (plan) => {
        const { entities, travels } = await build(owner, plan)
        const hard = travels.filter(({ isSoft }) => !isSoft)
        for (const { kind, id } of entities) {
          const [steps, hardSteps] = [stepsFrom(id, travels), stepsFrom(id, hard)]
          const expected = entities
            .filter((one) => one.id !== id && steps.has(one.id))
            .map((one) => ({
              ...one,
              distance: steps.get(one.id),
              criticality: hardSteps.has(one.id) ? 'hard' : 'soft',
            }))
          const [inactive, active] = [true, false].map((which) =>
            said(expected.filter(({ isInactive }) => isInactive === which)),
          )
          const impact = await read(owner, `/impact?of=${kind}:${id}`)
          assert.deepEqual(said(impact.entities), active)
          assert.deepEqual(said(impact.inactive), inactive)
          assert.deepEqual([impact.truncated, impact.leftOut], [false, 0])
          const distances = impact.entities.map(({ distance }: Body) => distance)
          assert.deepEqual(
            distances,
            distances.toSorted((a: number, b: number) => a - b),
            'nearest first',
          )
          hits += expected.length

          const first = await read(owner, `/impact?of=${kind}:${id}&limit=1`)
          assert.equal(first.leftOut, Math.max(0, distances.length - 1))
          assert.deepEqual(first.entities, impact.entities.slice(0, 1))

          const graph = await read(owner, `/graph?root=${kind}:${id}&direction=dependents&depth=10`)
          assert.deepEqual(
            graph.nodes
              .slice(1)
              .map((node: Body) => `${node.id} ${node.distance}`)
              .toSorted(),
            expected
              .filter(({ distance }) => (distance ?? 0) <= 10)
              .map((one) => `${one.id} ${one.distance}`)
              .toSorted(),
          )
        }
      }),
      { numRuns: 6 },
    )
    assert.ok(hits > 100, `only ${hits} affected: that proves little`)
  })
})
