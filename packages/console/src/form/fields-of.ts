import {
  type Field,
  fieldLabel,
  isOpenObject,
  isRequired,
  type JsonSchema,
  type Kind,
  labelFieldOf,
  partLabel,
  plain,
} from '@svc/model'
import { conditionsFor, isCalledFor, isRuledOut } from './conditions.ts'
import { type ControlType, controlTypeOf, optionsOf } from './control-type.ts'
import { editableFields } from './draft.ts'
import type { FormField, Values } from './form-field.ts'

/** The fields of a kind that a form with these values shows: all that can be edited, or the ones named, in that order. */
export const fieldsOf = (
  kind: Kind,
  values: Values,
  {
    isNew = true,
    keys = editableFields(kind).map(([key]) => key),
  }: { isNew?: boolean; keys?: readonly string[] } = {},
): readonly FormField[] =>
  keys.filter((key) => !isRuledOut(kind, key, values)).map((key) => fieldOf(kind, key, values, isNew))

function fieldOf(kind: Kind, key: string, values: Values, isNew: boolean): FormField {
  const field = kind.fields[key]
  if (!field) throw new Error(`A ${kind.noun} has no field ${key}.`)
  const { about, immutable, nullable = false, default: usual } = field.traits
  const of = controlOf(kind, key, field, values)
  const isFixed = immutable === true && !isNew
  const hint = plain(about, kind, { isTyped: field.type === 'text' })
  return {
    key,
    of,
    isFixed,
    label: fieldLabel(kind, key),
    about: isFixed ? `${hint} It cannot be changed any more.` : hint,
    isOptional:
      of.type !== 'boolean' && !isRequired(field) && usual === undefined && !isCalledFor(kind, key, values),
    isNullable: nullable,
    isWide: key === labelFieldOf(kind),
  }
}

function controlOf(kind: Kind, key: string, { schema, target, traits }: Field, values: Values): ControlType {
  if (traits.only) return { type: 'choice', options: optionsOf(traits.only) }
  if (typeof target === 'object') {
    const chosen = target.kinds[String(values[target.by] ?? '')]
    return { type: 'ref', target: chosen, waitsFor: fieldLabel(kind, target.by) }
  }
  return controlTypeOf(schema, {
    target,
    isMarkdown: traits.reads === 'markdown',
    isColour: traits.reads === 'colour',
    conditions: conditionsFor(kind, key),
  })
}

/** The fields of an object inside a value. */
export const partsOf = (schema: JsonSchema, values: Values): readonly FormField[] =>
  Object.entries(schema.properties ?? {})
    .filter(([key, part]) => isAsked(key, part, values))
    .map(([key, part]) => {
      const of = controlTypeOf(part)
      return {
        key,
        of,
        label: partLabel(key, part),
        about: plain(part.description ?? ''),
        isOptional: of.type !== 'boolean' && !isRequiredIn(schema, key),
        isNullable: allowsNull(part),
      }
    })

/** svc gives ids itself, and an object that may hold anything is only shown once it holds something. */
function isAsked(key: string, part: JsonSchema, values: Values): boolean {
  if (part.readOnly || key === 'id') return false
  return !isOpenObject(part) || Object.keys(values[key] ?? {}).length > 0
}

/** Where a schema requires nothing at all, whatever cannot be null is still expected to be there. */
const isRequiredIn = ({ required = [], properties = {} }: JsonSchema, key: string): boolean =>
  required.length > 0 ? required.includes(key) : !allowsNull(properties[key])

const allowsNull = ({ type = [] }: JsonSchema = {}): boolean => [type].flat().includes('null')

/** The same fields, some of them changed for a particular form. */
export const adjusted = (
  fields: readonly FormField[],
  changes: Readonly<Record<string, Partial<FormField>>>,
): readonly FormField[] => fields.map((field) => ({ ...field, ...changes[field.key] }))
