import { CatalogError, type Kind, labelFieldOf, type ProblemCode, severalOfKind } from '@svc/model'
import { type Diagnostic, error } from '../protocol/diagnostic.ts'
import { isEqual } from '../protocol/equal.ts'
import { typeOf } from '../protocol/schema.ts'
import type { ObjectValue, Value } from '../protocol/value.ts'
import type { Outcome, Resource } from '../rpc/provider.ts'
import { resourceAttributes, resourceColumns } from './attributes.ts'
import type { Journal } from './journal.ts'
import { all } from './enumerations.ts'
import { type Attempt, toDiagnostics } from './problems.ts'
import { misplaced, type Place, type Session, toPrivate } from './session.ts'
import { type RecordJson, toBody, toPatch, toState } from './state.ts'
import { changeFaults, validate } from './validation.ts'
import { isHidden, outOfSight, wouldHide } from './visibility.ts'

export interface Workplace {
  /** Throws a readable error while the provider is not configured. */
  session(): Session
  /** Whose data the token sees, once that is known. */
  place(): Place | undefined
  journal(): Journal
}

/** One implementation for every kind: the differences come from the kinds. */
export function catalogResource(kind: Kind, { session, place, journal }: Workplace): Resource {
  const columns = resourceColumns(kind)
  const attributes = resourceAttributes(kind, columns)
  const attempt = (verb: string, state: ObjectValue | null, id?: string): Attempt => ({
    doing: `${verb} ${nameOf(kind, state, id)}`,
    kind,
    columns,
  })
  const isSame = (a: Value, b: Value, name: string): boolean => {
    const attribute = attributes[name]
    return attribute !== undefined && isEqual(a, b, typeOf(attribute))
  }

  async function guarded(task: Attempt, work: () => Promise<Outcome>): Promise<Outcome> {
    try {
      return await work()
    } catch (failure) {
      return { state: null, diagnostics: toDiagnostics(failure, task) }
    }
  }

  const outcome = (record: RecordJson, like: ObjectValue | null): Outcome => {
    const { records, place } = session()
    records.keep(kind, record)
    return { state: toState(kind, columns, record, like), private: toPrivate(place) }
  }

  /** One record per create, even if it is repeated after a kill: see the journal. */
  async function make(body: RecordJson): Promise<RecordJson> {
    const { client, place } = session()
    const content = [place.endpoint, place.organisationId, place.partition, kind.name, JSON.stringify(body)]
    const started = journal().begin(content.join('\n'))
    const { record } = await client
      .records(kind)
      .create(body, { idempotencyKey: started.key })
      .catch((failure: unknown) => {
        if (isRefusal(failure)) started.refused()
        throw failure
      })
    started.made(String(record.id))
    if (!started.isRepeated) return record
    return (await restored(String(record.id), body)) ?? make(body)
  }

  /** Brings the record of an earlier run to the planned state: others may have changed or deleted it since. */
  async function restored(id: string, body: RecordJson): Promise<RecordJson | null> {
    const { client, records } = session()
    if (!kind.verbs.includes('update')) return records.read(kind, id)
    try {
      return (await client.records(kind).update(id, body)).record
    } catch (failure) {
      unlessGone(failure)
      return null
    }
  }

  return {
    schema: { version: 0, description: kind.about, attributes },

    validate: (config) => validate(kind, columns, config),

    adjustPlan({ prior, planned }) {
      const known = place()
      const refused = changeFaults(kind, columns, { prior, planned })
      return { diagnostics: [...refused, ...(known ? wouldHide(known.role, planned) : [])] }
    },

    create: ({ planned }) =>
      guarded(attempt('create', planned), async () => {
        const body = toBody(columns, planned)
        try {
          return outcome(await make(body), planned)
        } catch (failure) {
          const twin = await twinOf(kind, session(), body, failure)
          if (!twin) throw failure
          return { state: null, diagnostics: [alreadyThere(attempt('create', planned), twin)] }
        }
      }),

    update: ({ prior, planned }) =>
      guarded(attempt('change', prior), async () => {
        const { client } = session()
        const patch = toPatch(columns, planned, prior, isSame)
        const { record } = await client.records(kind).update(String(prior.id), patch)
        return outcome(record, planned)
      }),

    read: (state, previous) =>
      guarded(attempt('read', state), async () => {
        const { records, place } = session()
        const wrong = misplaced(place, previous)
        if (wrong !== undefined) {
          return { state, diagnostics: [error('The token does not match the state', wrong)] }
        }
        const record = await records.read(kind, String(state.id))
        if (record) return { state: toState(kind, columns, record, state), private: toPrivate(place) }
        return isHidden(place.role, state)
          ? { state, diagnostics: [outOfSight(place.role, state)] }
          : { state: null }
      }),

    async delete(prior, previous) {
      const id = String(prior.id)
      try {
        const { client, records, place } = session()
        const wrong = misplaced(place, previous)
        if (wrong !== undefined) return [error('The token does not match the state', wrong)]
        if (isHidden(place.role, prior)) return [outOfSight(place.role, prior)]
        await client.records(kind).delete(id).catch(unlessGone)
        records.forget(kind, id)
        return []
      } catch (failure) {
        return toDiagnostics(failure, attempt('delete', prior))
      }
    },

    import: (id) =>
      guarded(attempt('import', null, id), async () => {
        const { records, place } = session()
        const record = await records.read(kind, id)
        return record
          ? { state: toState(kind, columns, record), private: toPrivate(place) }
          : { state: null, diagnostics: [notThere(kind, id, place)] }
      }),

    seen: (state) => journal().seen(String(state.id)),
  }
}

const refusals: readonly ProblemCode[] = [
  'invalid_request',
  'quota_exceeded',
  'duplicate',
  'payload_too_large',
]

/** Whether the service rejected the request without creating anything. After all other failures it may have. */
const isRefusal = (failure: unknown): boolean =>
  failure instanceof CatalogError && refusals.some((code) => code === failure.code)

function unlessGone(failure: unknown): void {
  if (!(failure instanceof CatalogError && failure.code === 'not_found')) throw failure
}

/** `the API "Orders"`, or by its id if it has no name. */
function nameOf(kind: Kind, state: ObjectValue | null, id?: string): string {
  // A label has the same name in code as in the API.
  const label = state?.[labelFieldOf(kind) ?? '']
  if (typeof label === 'string') return `the ${kind.noun} ${JSON.stringify(label)}`
  const known = id ?? state?.id
  return typeof known === 'string' ? `the ${kind.noun} ${known}` : `the ${kind.noun}`
}

const notThere = (kind: Kind, id: string, { organisation, partition }: Session['place']): Diagnostic =>
  error(
    `There is no ${kind.noun} ${JSON.stringify(id)}`,
    `The ${partition} data of ${organisation} has none with this id. Ids of ${severalOfKind(kind)} begin with ${kind.idPrefix}_.`,
  )

/** The existing record that a new one conflicts with. */
async function twinOf(
  kind: Kind,
  { client }: Session,
  body: RecordJson,
  failure: unknown,
): Promise<RecordJson | undefined> {
  if (!(failure instanceof CatalogError && failure.code === 'duplicate') || !kind.unique) return undefined
  const query = Object.fromEntries(kind.unique.map((key) => [key, String(body[key])]))
  const answer = await client.records(kind).page({ ...query, limit: 1 })
  return answer.items[0]
}

function alreadyThere({ doing, kind, columns }: Attempt, { id }: RecordJson): Diagnostic {
  const names = columns.filter(({ key }) => kind.unique?.includes(key)).map(({ name }) => name)
  return error(
    `Could not ${doing}`,
    `${id} already has the same ${all(names)}. To manage that one, import it:\n\nimport {\n  to = svc_${kind.resourceType}.<name>\n  id = "${id}"\n}`,
  )
}
