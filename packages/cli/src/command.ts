/** What a command accepts and does. Parsing, checks, help and the types of its values are derived from it. */
export interface Action<O extends Options = Options> {
  readonly details?: string
  readonly operands?: readonly Operand[]
  readonly options: O
  readonly examples: readonly Example[]
  /** The exit code, where it is not 0. */
  run(input: Input<O>): Promise<number | undefined>
}

export interface Command<O extends Options = Options> extends Action<O> {
  readonly name: string
  readonly summary: string
}

export interface Flag {
  readonly type: 'boolean'
  readonly about: string
}

export interface Text {
  readonly type: 'string'
  /** The placeholder for the value in the help. */
  readonly value: string
  readonly about: string
  readonly required?: true
  readonly default?: string
  /** The environment variable that is used if the option is not given. */
  readonly env?: string
  readonly oneOf?: readonly string[]
  /** It may be repeated. */
  readonly several?: true
}

export type Options = Readonly<Record<string, Flag | Text>>

/** A positional argument. */
export interface Operand {
  readonly value: string
  readonly about: string
  /** The last one only: any number of them, including none. */
  readonly several?: true
}

export type Example = readonly [command: string, about: string]

export interface Input<O extends Options> {
  readonly values: Values<O>
  readonly operands: readonly string[]
  readonly io: Io
}

/** The world as a command sees it. */
export interface Io {
  readonly env: Readonly<Record<string, string | undefined>>
  out(text: string): void
  err(text: string): void
  /** What is piped in, up to this many bytes; undefined if nothing is piped. */
  in(maxBytes: number): Promise<Uint8Array | undefined>
  /** The same as a stream, of any size. */
  piped(): AsyncIterable<Uint8Array> | undefined
  /** Whether a person reads what goes to `err`. */
  readonly isTerminal: boolean
  /** Whether a person reads what goes to `out`; otherwise a program does. */
  readonly isRead: boolean
}

export type Values<O extends Options> = { readonly [Name in keyof O]: ValueOf<O[Name]> }

type ValueOf<T extends Flag | Text> = T extends Flag
  ? boolean
  : T extends { readonly several: true }
    ? readonly string[]
    : TextOf<T> | (IsGiven<T> extends true ? never : undefined)
type TextOf<T> = T extends { readonly oneOf: readonly (infer Word extends string)[] } ? Word : string
type IsGiven<T> = T extends { readonly required: true } | { readonly default: string } ? true : false

export const defineAction = <const O extends Options>(action: Action<O>): Action<O> => action
export const defineCommand = <const O extends Options>(command: Command<O>): Command<O> => command
