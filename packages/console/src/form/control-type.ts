import { inWords, type JsonSchema, limits, type Meaning, means } from '@svc/model'
import type { Option } from '../design/select.tsx'

/** Every control a form can show, and what each needs to know beyond the value it edits. */
interface Controls {
  text: { readonly input?: 'email' | 'tel' | 'time' | 'url' | undefined; readonly placeholder?: string }
  colour: object
  timeZone: object
  longText: { readonly rows: number; readonly isCode: boolean }
  markdown: object
  number: object
  boolean: object
  choice: { readonly options: readonly Option[] }
  choices: { readonly options: readonly Option[] }
  moment: object
  /** Without a target, the field that decides it has to be filled in first. */
  ref: { readonly target?: string | undefined; readonly waitsFor?: string }
  refs: { readonly target: string }
  texts: { readonly placeholder?: string; readonly suggestions?: readonly string[] }
  vaultItem: { readonly isList: boolean }
  person: { readonly schema: JsonSchema }
  object: { readonly schema: JsonSchema }
  /** Not there until it is asked for. */
  optionalObject: { readonly schema: JsonSchema }
  objects: { readonly items: JsonSchema; readonly conditions: readonly JsonSchema[] }
  json: object
}

export type ControlName = keyof Controls

export type ControlType<N extends ControlName = ControlName> = {
  [K in N]: { readonly type: K } & Controls[K]
}[N]

/** What the field of a kind says about a value that its schema does not. */
interface Known {
  readonly isMarkdown?: boolean
  readonly isColour?: boolean
  /** The kind whose records it names. */
  readonly target?: string | undefined
  /** What else holds of the objects in a list, depending on what is in them. */
  readonly conditions?: readonly JsonSchema[]
}

/** The control for a value of this schema, wherever in a form it is. */
export function controlTypeOf(schema: JsonSchema, known: Known = {}): ControlType {
  const { items, properties, maxLength = 0 } = schema
  const types = [schema.type ?? []].flat()
  const meaning = schema[means] ?? items?.[means]
  const target = known.target ?? targetIn(meaning)
  const isList = types.includes('array')

  if (meaning === 'vaultItem') return { type: 'vaultItem', isList }
  if (isList) {
    if (target) return { type: 'refs', target }
    if (items?.enum) return { type: 'choices', options: optionsOf(items.enum) }
    if (items?.properties) return { type: 'objects', items, conditions: known.conditions ?? [] }
    return items?.type === 'string' ? { type: 'texts' } : { type: 'json' }
  }
  if (properties) {
    if (meaning === 'person') return { type: 'person', schema }
    return { type: types.includes('null') ? 'optionalObject' : 'object', schema }
  }
  if (target) return { type: 'ref', target }
  if (schema.enum) return { type: 'choice', options: optionsOf(schema.enum) }
  if (types.includes('boolean')) return { type: 'boolean' }
  if (types.includes('integer') || types.includes('number')) return { type: 'number' }
  if (!types.includes('string')) return { type: 'json' }
  if (schema.format === 'date-time') return { type: 'moment' }
  if (known.isMarkdown) return { type: 'markdown' }
  if (known.isColour) return { type: 'colour' }
  if (meaning === 'timeZone') return { type: 'timeZone' }
  // An address can be long and is still one line.
  if (maxLength > limits.url && !schema.pattern)
    return {
      type: 'longText',
      rows: maxLength > limits.description ? 16 : 4,
      isCode: meaning === 'certificate',
    }
  return { type: 'text', input: inputs[String(meaning)] }
}

const inputs: Readonly<Record<string, ControlType<'text'>['input']>> = {
  email: 'email',
  phone: 'tel',
  timeOfDay: 'time',
}

const targetIn = (meaning: Meaning | undefined): string | undefined =>
  typeof meaning === 'object' ? meaning.recordOf : undefined

export const optionsOf = (values: readonly unknown[]): readonly Option[] =>
  values
    .filter((value) => value !== null)
    .map((value) => ({ value: String(value), label: inWords(String(value)) }))
