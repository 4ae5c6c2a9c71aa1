import type { CreateInput, Resource, Stored, UpdateInput, Verb } from '../kind/kind.ts'
import type { Kinds } from './index.ts'

/** Nothing here runs: it states what the derived types must be, and the compiler checks it. */

type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false
const check = <_ extends true>(): void => {}

type Api = Resource<Kinds['api']>
type Issue = Resource<Kinds['issue']>
type Slo = Resource<Kinds['slo']>
type Runbook = Resource<Kinds['runbook']>

/* A record: what may be null says so, words stay words. */
check<Same<Api['name'], string>>()
check<Same<Api['description'], string | null>>()
check<Same<Api['componentId'], string | null>>()
check<Same<Api['kind'], 'rest' | 'graphql' | 'grpc' | 'asyncapi' | 'openapi' | 'other'>>()
check<Same<Api['lifecycle'], 'experimental' | 'production' | 'deprecated' | 'retired'>>()
check<Same<Api['tags'], readonly string[]>>()
check<Same<Resource<Kinds['project']>['archived'], boolean>>()
check<Same<Issue['statusGroup'], 'backlog' | 'active' | 'done' | 'closed'>>()
check<Same<Issue['version'], number>>()
check<Same<Slo['status'], 'met' | 'atRisk' | 'breached' | null>>()
check<Same<Slo['target'], number>>()

/* What is internal is stored, and never shown. */
check<Same<'isDeleted' extends keyof Runbook ? true : false, false>>()
check<Same<Stored<Kinds['runbook']>['isDeleted'], boolean>>()
check<Same<'digest' extends keyof Resource<Kinds['token']> ? true : false, false>>()
check<Same<Stored<Kinds['token']>['digest'], string>>()

/* Create: what has no default and may not be null must be there. */
const least: CreateInput<Kinds['api']> = { name: 'x' }
const issue: CreateInput<Kinds['issue']> = { appId: 'prj_x', title: 'x' }
const slo: CreateInput<Kinds['slo']> = {
  name: 'x',
  appId: 'prj_x',
  type: 'latency',
  target: 99,
  window: 'rolling7d',
}
// @ts-expect-error a name is required
const nameless: CreateInput<Kinds['api']> = {}
// @ts-expect-error only values of the enum
const wrongWord: CreateInput<Kinds['api']> = { name: 'x', kind: 'soap' }
// @ts-expect-error a name cannot be null
const nullName: CreateInput<Kinds['api']> = { name: null }
// @ts-expect-error ids are assigned by the service
const ownId: CreateInput<Kinds['api']> = { name: 'x', id: 'api_x' }
// @ts-expect-error the group follows from the status
const ownGroup: CreateInput<Kinds['issue']> = { appId: 'prj_x', title: 'x', statusGroup: 'done' }
// @ts-expect-error there is no such field
const unknownField: CreateInput<Kinds['api']> = { name: 'x', nope: 1 }

/* Update: everything may be absent, null only where it clears something. */
const nothing: UpdateInput<Kinds['slo']> = {}
const cleared: UpdateInput<Kinds['api']> = { description: null, componentId: null }
// @ts-expect-error an immutable field cannot be updated
const moved: UpdateInput<Kinds['slo']> = { appId: 'prj_y' }
// @ts-expect-error only the label of a binding can change
const rebound: UpdateInput<Kinds['oncallBinding']> = { provider: 'manual' }
// @ts-expect-error tags are never null
const untagged: UpdateInput<Kinds['api']> = { tags: null }

/* Names stay literal, so that tables over them are closed. */
check<Same<Kinds['oncallBinding']['name'], 'oncall_binding'>>()
check<Same<Kinds['api']['name'], 'api'>>()

/* Verbs, too, so that a client offers what there is. */
check<Same<Kinds['api']['verbs'][number], Verb>>()
check<Same<Kinds['dependency']['verbs'][number], 'list' | 'create' | 'delete'>>()
check<Same<Kinds['score']['verbs'][number], never>>()

void [least, issue, slo, nameless, wrongWord, nullName, ownId, ownGroup, unknownField]
void [nothing, cleared, moved, rebound, untagged]
