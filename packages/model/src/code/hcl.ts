import { isLines, linedText, quotedText } from './hcl-text.ts'

/** What an attribute can be given. */
export type Hcl = string | number | boolean | null | readonly Hcl[] | HclObject | Expression

export interface HclObject {
  readonly [name: string]: Hcl
}

/** Written as is: a reference or a function call. */
export class Expression {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

const maxWidth = 100

/** A block in the form that `tofu fmt` gives it. */
export const block = (head: string, attributes: HclObject): string =>
  `${head} {\n${members(attributes, '  ')}\n}\n`

/** A value on one line, as an argument of a function. */
export function inline(value: Hcl): string {
  if (value instanceof Expression) return value.text
  if (typeof value === 'string') return quotedText(value)
  if (isList(value)) return `[${value.map(inline).join(', ')}]`
  if (!isObject(value)) return String(value)
  const all = Object.entries(value).map(([name, member]) => `${keyOf(name)} = ${inline(member)}`)
  return all.length === 0 ? '{}' : `{ ${all.join(', ')} }`
}

/** Short ones first, aligned; then each longer one separately. */
function members(attributes: HclObject, indent: string): string {
  const all = Object.entries(attributes).map(([name, value]) => ({
    name: keyOf(name),
    text: written(value, indent),
  }))
  const short = all.filter(({ text }) => !text.includes('\n'))
  const long = all.filter(({ text }) => text.includes('\n'))
  const width = Math.max(...short.map(({ name }) => name.length))
  const rows = short.map(({ name, text }) => `${indent}${name.padEnd(width)} = ${text}`).join('\n')
  const parts = long.map(({ name, text }) => `${indent}${name} = ${text}`)
  return [...(rows === '' ? [] : [rows]), ...parts].join('\n\n')
}

/** A value that begins on a line with this indentation. */
function written(value: Hcl, indent: string): string {
  if (typeof value === 'string' && isLines(value)) return linedText(value, indent)
  if (isObject(value) && Object.keys(value).length === 0) return '{}'
  if (isObject(value)) return `{\n${members(value, `${indent}  `)}\n${indent}}`
  if (!isList(value) || fits(value)) return inline(value)
  const items = value.map((one) => `${indent}  ${written(one, `${indent}  `)},\n`)
  return `[\n${items.join('')}${indent}]`
}

const fits = (list: readonly Hcl[]): boolean => !list.some(isObject) && inline(list).length <= maxWidth

const isList = (value: Hcl): value is readonly Hcl[] => Array.isArray(value)

const isObject = (value: Hcl): value is HclObject =>
  typeof value === 'object' && value !== null && !isList(value) && !(value instanceof Expression)

/** `for` at the start of an object would begin an expression. */
const keyOf = (name: string): string =>
  /^[A-Za-z_][\w-]*$/.test(name) && name !== 'for' ? name : quotedText(name)
