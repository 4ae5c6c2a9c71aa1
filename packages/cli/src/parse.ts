import { parseArgs } from 'node:util'
import type { Action, Io, Operand, Options, Text, Values } from './command.ts'
import { anyOf, UsageError } from './failure.ts'

export interface Parsed<O extends Options> {
  readonly values: Values<O>
  readonly operands: readonly string[]
}

/** Reads a command's arguments and environment strictly: anything unknown is refused. */
export function parse<O extends Options>(
  { options, operands: expected = [] }: Action<O>,
  args: readonly string[],
  env: Io['env'],
): Parsed<O> {
  const given = new Map<string, readonly (string | true)[]>()
  const operands: string[] = []
  for (const token of tokensOf(args, options)) {
    if (token.kind === 'positional') operands.push(token.value)
    if (token.kind === 'option') {
      given.set(token.name, [...(given.get(token.name) ?? []), readOption(token, options)])
    }
  }
  const values = Object.entries(options).map(([name, option]) => {
    if (option.type === 'boolean') return [name, given.has(name)]
    const all = given.get(name) ?? []
    if (option.several) return [name, all.map((one) => textOf(name, option, { given: one, env }))]
    return [name, textOf(name, option, { given: all.at(-1), env })]
  })
  checkOperands(operands, expected)
  return { values: Object.fromEntries(values) as Values<O>, operands }
}

/** The first argument that is not an option, and the arguments without it. */
export function takeCommandName(
  args: readonly string[],
  options: Options,
): { readonly word: string | undefined; readonly rest: readonly string[] } {
  const token = tokensOf(args, options).find(({ kind }) => kind === 'positional')
  if (token?.kind !== 'positional') return { word: undefined, rest: args }
  return { word: token.value, rest: args.toSpliced(token.index, 1) }
}

type Token = ReturnType<typeof tokensOf>[number]

function tokensOf(args: readonly string[], options: Options) {
  const types = Object.entries(options).map(([name, { type }]) => [name, { type }] as const)
  const config = { args: [...args], options: Object.fromEntries(types), tokens: true } as const
  return parseArgs({ ...config, strict: false, allowPositionals: true }).tokens
}

function readOption(token: Extract<Token, { kind: 'option' }>, options: Options): string | true {
  const option = Object.hasOwn(options, token.name) ? options[token.name] : undefined
  if (!option) {
    const known = Object.keys(options).map((name) => `--${name}`)
    throw new UsageError(`There is no option ${token.rawName}; allowed: ${anyOf([...known, '--help'])}.`)
  }
  if (option.type === 'boolean') {
    if (token.value === undefined) return true
    throw new UsageError(`${token.rawName} takes no value.`)
  }
  if (token.value === undefined || (!token.inlineValue && token.value.startsWith('-'))) {
    throw new UsageError(`${token.rawName} needs a value: ${token.rawName} ${meaning(option)}.`)
  }
  return token.value
}

function textOf(
  name: string,
  option: Text,
  { given, env }: { given: string | true | undefined; env: Io['env'] },
): string | undefined {
  const fromEnv = option.env === undefined ? undefined : env[option.env] || undefined
  const text = given === undefined ? (fromEnv ?? option.default) : String(given)
  const source = given === undefined && fromEnv !== undefined ? option.env : `--${name}`
  if (text === undefined && option.required) {
    throw new UsageError(`--${name} is missing: give --${name} ${meaning(option)}.`)
  }
  if (text?.trim() === '') throw new UsageError(`${source} must not be blank.`)
  if (text !== undefined && option.oneOf && !option.oneOf.includes(text)) {
    throw new UsageError(`${source} must be ${anyOf(option.oneOf)}, not ${JSON.stringify(text)}.`)
  }
  return text
}

const meaning = ({ value, oneOf }: Text): string => (oneOf ? anyOf(oneOf) : value)

function checkOperands(given: readonly string[], expected: readonly Operand[]): void {
  if (expected.at(-1)?.several && given.length >= expected.length - 1) return
  const missing = expected[given.length]
  if (missing) throw new UsageError(`${missing.value} is missing: ${missing.about}.`)
  const surplus = given[expected.length]
  if (surplus === undefined) return
  const allowed = expected.length === 0 ? 'only options' : expected.map(({ value }) => value).join(' and ')
  throw new UsageError(`${JSON.stringify(surplus)} is not expected: this command takes ${allowed}.`)
}
