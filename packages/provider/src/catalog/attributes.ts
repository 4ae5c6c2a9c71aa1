import { attributeNameOf, type Field, isRequired, type Kind } from '@svc/model'
import type { Attribute, Attributes } from '../protocol/schema.ts'
import type { Value } from '../protocol/value.ts'
import { oneOf, type Shape, shapeOf } from './shape.ts'

/** One field of a kind in code. */
export interface Column {
  /** Its name in the API. */
  readonly key: string
  /** Its name in code. */
  readonly name: string
  readonly field: Field
  readonly shape: Shape
}

/** The visible fields of a kind, with their names in code. */
const columnsOf = (kind: Kind, isWritten: boolean): readonly Column[] =>
  Object.entries(kind.fields)
    .filter(([, { traits }]) => !traits.internal)
    .map(([key, field]) => ({
      key,
      name: attributeNameOf(key, field.schema),
      field,
      shape: shapeOf(field.schema, { isListed: field.traits.listed === true, isWritten }),
    }))

export const resourceColumns = (kind: Kind): readonly Column[] => columnsOf(kind, true)
export const recordColumns = (kind: Kind): readonly Column[] => columnsOf(kind, false)

/** A kind that is managed as code: what people write, and what the service adds. */
export function resourceAttributes(kind: Kind, columns: readonly Column[]): Attributes {
  const attributes = columns.map((column) => [column.name, resourceAttribute(kind, column)] as const)
  return { ...Object.fromEntries(attributes), ...changeTime(kind) }
}

/** A record that is only read. */
export const recordAttributes = (columns: readonly Column[]): Attributes =>
  Object.fromEntries(
    columns.map(({ name, field, shape }) => [
      name,
      { ...shape.attribute, presence: 'computed', description: meaning(field) },
    ]),
  )

/** Every resource has the time of its last change; for those that never change, of their creation. */
export const changeTime = (kind: Kind): Attributes =>
  kind.fields.updatedAt
    ? {}
    : {
        updated_at: {
          type: 'string',
          presence: 'computed',
          description: 'When it was created, as it never changes.',
        },
      }

/** What svc sets: it changes with what it follows, if that is known, and else perhaps with anything. */
export function managedAttribute(
  kind: Kind,
  { key, field, shape }: Pick<Column, 'key' | 'field' | 'shape'>,
): Attribute {
  const isStable = key === 'id' || key === 'createdAt'
  const follows = isStable ? [] : field.traits.filledFrom
  return {
    ...shape.attribute,
    description: meaning(field),
    presence: 'computed',
    ...(follows ? { follows: follows.map((one) => nameOf(kind, one)) } : { volatile: true }),
  }
}

function resourceAttribute(kind: Kind, { key, field, shape }: Column): Attribute {
  const { traits } = field
  if (traits.managed) return managedAttribute(kind, { key, field, shape })
  const base = { ...shape.attribute, description: about(field) }
  const replaces = traits.immutable || !kind.verbs.includes('update') ? { replaces: true as const } : {}
  if (isRequired(field)) return { ...base, ...replaces, presence: 'required' }
  if (traits.measured) return { ...base, ...replaces, presence: 'optional-computed', volatile: true }
  if (traits.default === undefined) return { ...base, ...replaces, presence: 'optional' }
  return { ...base, ...replaces, presence: 'optional-computed', default: defaultOf(field, shape) }
}

const nameOf = ({ fields }: Kind, key: string): string => attributeNameOf(key, fields[key]?.schema ?? {})

const defaultOf = ({ traits }: Field, shape: Shape): Value => shape.toValue(traits.default)

/** The description for readers. */
export const meaning = ({ traits, schema }: Field): string =>
  sentences([
    traits.about,
    schema.enum ? oneOf(schema.enum) : '',
    schema.items?.enum ? `Each ${oneOf(schema.items.enum).toLowerCase()}` : '',
  ])

/** The description for writers. */
function about(field: Field): string {
  const { default: value, measured } = field.traits
  const isPlain =
    typeof value === 'boolean' || typeof value === 'number' || (value && typeof value === 'string')
  return sentences([
    meaning(field),
    isPlain ? `Defaults to \`${value}\`.` : '',
    measured ? 'If omitted, the value in svc is kept.' : '',
  ])
}

const sentences = (parts: readonly string[]): string => parts.filter((part) => part !== '').join(' ')
