import type { Kind, SettingsOperations } from '@svc/model'
import { error, warning } from '../protocol/diagnostic.ts'
import { isEqual } from '../protocol/equal.ts'
import { type Attribute, type Attributes, typeOf } from '../protocol/schema.ts'
import type { ObjectValue } from '../protocol/value.ts'
import type { Outcome, Resource } from '../rpc/provider.ts'
import { type Column, managedAttribute, meaning, resourceColumns } from './attributes.ts'
import { ask } from './data-sources/ask.ts'
import { toDiagnostics } from './problems.ts'
import type { Workplace } from './resource.ts'
import { misplaced, type Session, toPrivate } from './session.ts'
import { type RecordJson, toBody, toPatch, toValues } from './state.ts'
import { validate } from './validation.ts'

/**
 * Settings exist before they are in code and after: creating the resource changes those that are configured, and
 * destroying it changes none. The other way round, removing a block would open what somebody had closed.
 */
export function settingsResource(
  kind: Kind,
  { read, change }: SettingsOperations,
  { session }: Workplace,
): Resource {
  const columns = resourceColumns(kind)
  const attributes: Attributes = {
    id: { type: 'string', presence: 'computed', follows: [], description: 'The id of the organisation.' },
    ...Object.fromEntries(columns.map((column) => [column.name, settingAttribute(kind, column)])),
  }
  const isSame = (a: ObjectValue[string], b: ObjectValue[string], name: string): boolean => {
    const attribute = attributes[name]
    return attribute !== undefined && isEqual(a, b, typeOf(attribute))
  }
  const outcome = ({ place }: Session, record: RecordJson, like: ObjectValue | null = null): Outcome => ({
    state: { id: place.organisationId, ...toValues(columns, record, like) },
    private: toPrivate(place),
  })

  async function guarded(verb: string, work: (session: Session) => Promise<Outcome>): Promise<Outcome> {
    try {
      return await work(session())
    } catch (failure) {
      const attempt = { doing: `${verb} the ${kind.noun}`, kind, columns }
      return { state: null, diagnostics: toDiagnostics(failure, attempt) }
    }
  }

  const send = (verb: string, body: RecordJson, planned: ObjectValue): Promise<Outcome> =>
    guarded(verb, async (here) => {
      const isNothing = Object.keys(body).length === 0
      const input = { body: withNulls(columns, body) }
      const record = await (isNothing ? ask(here.client, read) : ask(here.client, change, input))
      return outcome(here, record, planned)
    })

  return {
    schema: { version: 0, description: kind.about, attributes },
    validate: (config) => validate(kind, columns, config),
    create: ({ planned }) => send('set', toBody(columns, planned), planned),
    update: ({ prior, planned }) => send('change', toPatch(columns, planned, prior, isSame), planned),

    read: (state, previous) =>
      guarded('read', async (here) => {
        const wrong = misplaced(here.place, previous)
        if (wrong !== undefined)
          return { state, diagnostics: [error('The token does not match the state', wrong)] }
        return outcome(here, await ask(here.client, read), state)
      }),

    async delete() {
      return [
        warning(
          `The ${kind.noun} stay as they are`,
          `svc always has ${kind.noun}: they are only no longer managed here. To undo one, set it before removing the block.`,
        ),
      ]
    },

    import: (id) =>
      guarded('import', async (here) => {
        const { organisationId, organisation } = here.place
        if (id === organisationId) return outcome(here, await ask(here.client, read))
        const detail = `The id of the ${kind.noun} is that of the organisation: ${organisationId} for ${organisation}.`
        return {
          state: null,
          diagnostics: [error(`There are no ${kind.noun} ${JSON.stringify(id)}`, detail)],
        }
      }),
  }
}

/** What is not configured stays as it is. */
function settingAttribute(kind: Kind, { field, key, shape }: Column): Attribute {
  if (field.traits.managed) return managedAttribute(kind, { key, field, shape })
  return {
    ...shape.attribute,
    presence: 'optional-computed',
    description: `${meaning(field)} If omitted, it stays as it is${field.traits.nullable ? '; an empty text means none' : ''}.`,
  }
}

/** Where what is omitted stays, an empty text says that there is none. */
const withNulls = (columns: readonly Column[], body: RecordJson): RecordJson =>
  Object.fromEntries(
    Object.entries(body).map(([key, value]) => {
      const isNullable = columns.some((column) => column.key === key && column.field.traits.nullable)
      return [key, isNullable && value === '' ? null : value]
    }),
  )
