import { type Field, type JsonSchema, type Kind, maxBytes } from '@svc/model'
import { partitionOf, systemCaller } from '../../services/context.ts'
import { organisation as findOrganisation } from '../../services/identity/operator.ts'
import { newId } from '../../services/ids.ts'
import { type Fields, sampleOf, type TestApp, typeOf } from '../../testing/index.ts'
import type { Scene } from './suite.ts'

/** Enough of them to fill more than a page, but not endlessly where a record cannot be large. */
const targetBytes = 5 * 1024 * 1024
const maxRecords = 40
const fewRecords = 4

/** Fills a list with records that are as large as the model allows, and returns how many. */
export async function fillWithLarge(app: TestApp, scene: Scene, kind: Kind, shared: Fields): Promise<number> {
  const caller = systemCaller(await findOrganisation(app.store, scene.organisation.id), 'live')
  const partitionId = partitionOf(caller, kind)
  // As it is stored: an answer lacks what is internal.
  const { id } = await scene.make(kind, { ...shared, ...apart(kind) })
  const stored = await app.store.records(partitionId).find(kind, String(id))
  const record = { ...stored?.record, ...largest(kind), ...shared }
  const size = JSON.stringify(record).length
  const times = size * maxRecords < targetBytes ? fewRecords : Math.ceil(targetBytes / size)
  const write = { partitionId, actor: caller.actor, now: () => new Date() }
  for (let n = 0; n < times; n += 1) {
    const next = { ...record, ...unlike(kind, record, n), ...shared, id: newId(kind.idPrefix) }
    await app.store.write(write, (change) => change.insert(kind, next))
  }
  return times
}

/** What grading creates as well must not be created for the same entity at the same moment. */
const apart = ({ verbs, fields }: Kind): Fields =>
  verbs.length === 0 && fields.entityId ? { entityId: 'not-graded' } : {}

/** Every field that no other depends on, at its limit. */
const largest = (kind: Kind): Fields =>
  Object.fromEntries(
    Object.entries(kind.fields)
      .filter(([key, field]) => !isFixed(kind, key, field) && maxBytes(field) > 4_000)
      .map(([key, { schema }]) => [key, atLimit(schema, key)])
      .filter(([, value]) => value !== undefined),
  )

const isFixed = (kind: Kind, key: string, { target, traits }: Field): boolean =>
  target !== undefined || traits.derivedFrom !== undefined || (kind.unique ?? []).includes(key)

function atLimit(schema: JsonSchema, key: string): unknown {
  const { maxLength = 0, maxItems, items = {} } = schema
  if (schema.enum) return sampleOf(schema, 0, key)
  if (typeOf(schema) === 'string') return 'é'.repeat(maxLength)
  if (typeOf(schema) === 'array')
    return Array.from({ length: maxItems ?? 1_000 }, (_, n) => atLimit(items, key) ?? sampleOf(items, n, key))
  return undefined
}

const unlike = (kind: Kind, record: Fields, n: number): Fields =>
  Object.fromEntries(
    [...(kind.unique ?? []), 'externalId', 'keyword', 'normalizedDomain', 'email', 'digest']
      .filter(
        (key) => kind.fields[key] && typeof record[key] === 'string' && kind.fields[key]?.type !== 'enum',
      )
      .map((key) => [key, `${n}-${record[key]}`]),
  )
