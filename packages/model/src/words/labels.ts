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

/** A reference reads as what it points at, a time as what happened then. */
function withoutSuffix({ type }: Field, key: string): string {
  if (type === 'ref') return key.replace(/(Id|Uid)$/, '')
  if (type === 'refs') return key.replace(/(Id|Uid)s$/, 's')
  return type === 'timestamp' ? key.replace(/At$/, '') : key
}

/** What people call a part of a value that has parts. A keyword reads as what is kept in the vault under it. */
export function partLabel(key: string, schema: JsonSchema = {}): string {
  const isKeyword = (schema[means] ?? schema.items?.[means]) === 'vaultItem'
  return schema.title ?? keyInWords(isKeyword ? key.replace(/(Vault)?Keyword(?=s?$)/, '') : key)
}

/** The field that holds what people call a record, if the kind has one. */
export const labelFieldOf = ({ labelFields }: Kind): string | undefined => labelFields?.[0]

/** What people call a record; undefined where it has no name of its own. */
export function labelIn({ labelFields = [], labelPrefix }: Kind, record: Record): string | undefined {
  const label = labelFields.map((key) => record[key]).find((one) => one && String(one).trim() !== '')
  if (label === undefined) return undefined
  const prefix = labelPrefix && record[labelPrefix]
  return prefix ? `${prefix} ${label}` : String(label)
}

/** What a record is called everywhere; one without a name goes by its kind and the end of its id. */
export const titleOf = (kind: Kind, record: Record): string =>
  labelIn(kind, record) ?? `${capital(kind.noun)} ${String(record.id).slice(-6)}`

/** The fields that have to be known to call a record by its name. */
export const titleFieldsOf = ({ fields, labelFields = [], labelPrefix }: Kind): readonly string[] => {
  const own = [...labelFields, ...(labelPrefix ? [labelPrefix] : [])]
  const sources = own.map((key) => fields[key]?.traits.echoes)
  return [...own, ...sources.filter((key) => key !== undefined)]
}

/** Fields by which people look up a single record: what it is called, and what no other has. */
export const handlesOf = ({ fields, handles, labelFields = [], unique = [] }: Kind): readonly string[] =>
  handles ?? [
    ...new Set([
      ...labelFields.filter((key) => fields[key]?.traits.nullable === undefined),
      ...(unique.length === 1 ? unique : []),
    ]),
  ]

/** A sentence of the model without its backticks: words of the API as people say them. */
export const plain = (about: string, kind: Pick<Kind, 'fields'> = { fields: {} }): string =>
  about.replace(/`([^`]*)`/g, (_, word: string) => {
    if (/^[a-z]+([A-Z][a-z]+)+$/.test(word)) return `“${fieldLabel(kind, word)}”`
    // Where the API has a name of its own, it is mentioned because it is being explained.
    return /^\w+$/.test(word) && !isOtherName(word) ? inWords(word) : word
  })
