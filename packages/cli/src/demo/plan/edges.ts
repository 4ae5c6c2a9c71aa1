import { systemUses, uses } from '../company/edges.ts'
import { projectOf } from '../company/projects.ts'
import { type Resource, resources } from '../company/resources.ts'
import { randomFor } from '../random.ts'
import { type KindName, Ref, type Step } from '../step.ts'
import { leadOf } from './catalog.ts'
import { momentsOf } from './when.ts'

interface Edge {
  readonly from: End
  readonly to: End
  readonly type: string
  readonly criticality?: 'hard' | 'soft'
  readonly description: string | null
  readonly team: string | null
}

type End = readonly [entityKind: keyof typeof kindOf, key: string]

const kindOf = {
  component: 'project',
  api: 'api',
  resource: 'resource',
  system: 'system',
} as const satisfies Record<string, KindName>

export function planEdges(seed: number, now: Date): readonly Step[] {
  const edges = [...ownResources(), ...usesOfOthers(), ...betweenSystems()]
  const moments = momentsOf('edges', edges.length, { now, random: randomFor(seed, 'edges') })
  return edges.map(({ from, to, type, criticality = 'hard', description, team }, index) => ({
    at: moments[index] ?? now,
    by: leadOf(team),
    verb: 'create',
    kind: 'dependency',
    key: `${from.join(':')} ${type} ${to.join(':')}`,
    fields: {
      fromKind: from[0],
      fromId: new Ref(kindOf[from[0]], from[1]),
      toKind: to[0],
      toId: new Ref(kindOf[to[0]], to[1]),
      type,
      criticality,
      description,
    },
  }))
}

const ownUse: Readonly<Record<string, string>> = {
  database: 'writes_to',
  queue: 'writes_to',
  bucket: 'writes_to',
  topic: 'publishes_to',
  cache: 'reads_from',
  secret_store: 'reads_from',
}

const ownResources = (): readonly Edge[] =>
  resources.map(({ key, project, kind }: Resource) => ({
    from: ['component', project],
    to: ['resource', key],
    type: ownUse[kind] ?? 'depends_on',
    description: null,
    team: projectOf(project).team,
  }))

const usedKind: Readonly<Record<string, 'api' | 'resource'>> = {
  consumes_api: 'api',
  reads_from: 'resource',
  writes_to: 'resource',
}

const usesOfOthers = (): readonly Edge[] =>
  uses.map(({ from, to, type, criticality, description }) => ({
    from: ['component', from],
    to: [usedKind[type] ?? 'component', to],
    type,
    criticality,
    description,
    team: projectOf(from).team,
  }))

const betweenSystems = (): readonly Edge[] =>
  systemUses.map(([from, to]) => ({
    from: ['system', from],
    to: ['system', to],
    type: 'depends_on',
    description: null,
    team: 'platform',
  }))
