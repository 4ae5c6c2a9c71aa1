import { inWords, isOtherName } from './in-words.ts'
import { keyInWords } from './key-in-words.ts'
import { capital } from './spelling.ts'
import type { Field } from '../kind/field.ts'
import type { Kind } from '../kind/kind.ts'
import { type JsonSchema, means } from '../shape/json-schema.ts'

type Record = Readonly<{ [key: string]: unknown }>

/** What people call a field: `ownerTeamId` is "Owner team", `appId` is "Project". */
export function fieldLabel({ fields }: Pick<Kind, 'fields'>, key: string): string {
  const field = fields[key]
  return field ? (field.traits.label ?? keyInWords(withoutSuffix(field, key))) : keyInWords(key)
}

/** A reference is labelled by what it points at, a time by what happened. */
function withoutSuffix({ type }: Field, key: string): string {
  if (type === 'ref') return key.replace(/(Id|Uid)$/, '')
  if (type === 'refs') return key.replace(/(Id|Uid)s$/, 's')
  return type === 'timestamp' ? key.replace(/At$/, '') : key
}

/** The label of a part of a structured value. A keyword reads as what is kept in the vault under it. */
export function partLabel(key: string, schema: JsonSchema = {}): string {
  const isKeyword = (schema[means] ?? schema.items?.[means]) === 'vaultItem'
  return schema.title ?? keyInWords(isKeyword ? key.replace(/(Vault)?Keyword(?=s?$)/, '') : key)
}

/** The field that holds a record's name, if the kind has one. */
export const labelFieldOf = ({ labelFields }: Kind): string | undefined => labelFields?.[0]

/** The name of a record; undefined if it has none. */
export function labelIn({ labelFields = [], labelPrefix }: Kind, record: Record): string | undefined {
  const label = labelFields.map((key) => record[key]).find((one) => one && String(one).trim() !== '')
  if (label === undefined) return undefined
  const prefix = labelPrefix && record[labelPrefix]
  return prefix ? `${prefix} ${label}` : String(label)
}

/** How a record is referred to everywhere: without a name, by its kind and the end of its id. */
export const titleOf = (kind: Kind, record: Record): string =>
  labelIn(kind, record) ?? `${capital(kind.noun)} ${String(record.id).slice(-6)}`

/** The fields needed to show a record's title. */
export const titleFieldsOf = ({ fields, labelFields = [], labelPrefix }: Kind): readonly string[] => {
  const own = [...labelFields, ...(labelPrefix ? [labelPrefix] : [])]
  const sources = own.map((key) => fields[key]?.traits.echoes)
  return [...own, ...sources.filter((key) => key !== undefined)]
}

/** Fields by which people look up a single record: its name and what is unique. */
export const handlesOf = ({ fields, handles, labelFields = [], unique = [] }: Kind): readonly string[] =>
  handles ?? [
    ...new Set([
      ...labelFields.filter((key) => fields[key]?.traits.nullable === undefined),
      ...(unique.length === 1 ? unique : []),
    ]),
  ]

/**
 * A sentence of the model without its backticks, with words of the API as people write them; those that people are to
 * type are left as they are.
 */
export const plain = (
  about: string,
  kind: Pick<Kind, 'fields'> = { fields: {} },
  { isTyped = false }: { readonly isTyped?: boolean } = {},
): string =>
  about.replace(/`([^`]*)`/g, (_, word: string) => {
    if (isTyped && word.includes('_')) return word
    if (/^[a-z]+([A-Z][a-z]+)+$/.test(word)) return `“${fieldLabel(kind, word)}”`
    // A different word of the API is mentioned because it is being explained.
    return /^\w+$/.test(word) && !isOtherName(word) ? inWords(word) : word
  })
