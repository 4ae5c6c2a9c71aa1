import { WireReader } from './wire-reader.ts'
import { WireWriter } from './wire-writer.ts'

/** How a value is read and written once its field is known. */
interface Codec<Out, In = Out> {
  readonly wire: 0 | 2
  read(reader: WireReader): Out
  write(writer: WireWriter, value: In): void
}

interface Scalar<T> extends Codec<T> {
  readonly zero: T
  isZero(value: T): boolean
}

interface Field<Out = unknown, In = Out> {
  readonly number: number
  readonly wire: 0 | 2
  /** Its value if it is absent from a message. */
  absent(): Out
  /** Its value after one more occurrence. */
  read(reader: WireReader, before: Out): Out
  write(writer: WireWriter, value: In): void
}

/** A table of fields, and the conversion between bytes and an object. Unknown fields are skipped. */
export interface Message<Out, In = Out> extends Codec<Out, In> {
  encode(value: In): Uint8Array
  decode(bytes: Uint8Array): Out
}

type Fields = Readonly<Record<string, Field>>
type OutOf<F extends Fields> = { readonly [K in keyof F]: ReturnType<F[K]['absent']> }
type InOf<F extends Fields> = { readonly [K in keyof F]?: Parameters<F[K]['write']>[1] | undefined }

/** The object that a message is decoded to: every field is present. */
export type Decoded<M> = M extends Message<infer Out, never> ? Out : never
/** The object that a message is encoded from: omitted fields are not written. */
export type Encodable<M> = M extends Codec<infer _, infer In> ? In : never

export const text: Scalar<string> = {
  wire: 2,
  zero: '',
  isZero: (value) => value === '',
  read: (reader) => reader.text(),
  write: (writer, value) => writer.text(value),
}

export const bytes: Scalar<Uint8Array> = {
  wire: 2,
  zero: new Uint8Array(),
  isZero: (value) => value.length === 0,
  read: (reader) => reader.bytes(),
  write: (writer, value) => writer.bytes(value),
}

export const bool: Scalar<boolean> = {
  wire: 0,
  zero: false,
  isZero: (value) => !value,
  read: (reader) => reader.varint() !== 0,
  write: (writer, value) => writer.varint(value ? 1 : 0),
}

export const int64: Scalar<number> = {
  wire: 0,
  zero: 0,
  isZero: (value) => value === 0,
  read: (reader) => reader.int64(),
  write: (writer, value) => writer.int64(value),
}

/** A scalar without presence: zero and absent are the same. */
export const single = <T>(number: number, codec: Scalar<T>): Field<T> => ({
  number,
  wire: codec.wire,
  absent: () => codec.zero,
  read: (reader) => codec.read(reader),
  write(writer, value) {
    if (!codec.isZero(value)) writeField(writer, number, codec, value)
  },
})

/** A message, a member of a oneof or a field marked optional: written whenever it is given, zero or not. */
export const optional = <Out, In>(number: number, codec: Codec<Out, In>): Field<Out | undefined, In> => ({
  number,
  wire: codec.wire,
  absent: () => undefined,
  read: (reader) => codec.read(reader),
  write: (writer, value) => writeField(writer, number, codec, value),
})

export const repeated = <Out, In>(
  number: number,
  codec: Codec<Out, In>,
): Field<readonly Out[], readonly In[]> => ({
  number,
  wire: codec.wire,
  absent: () => [],
  read: (reader, before) => [...before, codec.read(reader)],
  write(writer, values) {
    for (const value of values) writeField(writer, number, codec, value)
  },
})

/** A map whose keys are strings. */
export function map<Out, In>(
  number: number,
  codec: Codec<Out, In>,
): Field<Readonly<Record<string, Out>>, Readonly<Record<string, In>>> {
  const entry = message({ key: single(1, text), value: optional(2, codec) })
  return {
    number,
    wire: 2,
    absent: () => ({}),
    read(reader, before) {
      const { key, value } = entry.read(reader)
      return value === undefined ? before : { ...before, [key]: value }
    },
    write(writer, values) {
      for (const [key, value] of Object.entries(values)) writeField(writer, number, entry, { key, value })
    },
  }
}

/** For recursive messages: the codec is resolved when it is first needed. */
export const lazy = <Out, In>(codec: () => Codec<Out, In>): Codec<Out, In> => ({
  wire: 2,
  read: (reader) => codec().read(reader),
  write: (writer, value) => codec().write(writer, value),
})

export function message<const F extends Fields>(fields: F): Message<OutOf<F>, InOf<F>> {
  const entries: readonly (readonly [string, Field])[] = Object.entries(fields)
  const byNumber = new Map(entries.map((entry) => [entry[1].number, entry]))

  const readUpTo = (reader: WireReader, end: number): OutOf<F> => {
    const values: Record<string, unknown> = {}
    for (const [name, field] of entries) values[name] = field.absent()
    while (reader.at < end) {
      const tag = reader.varint()
      const [name, field] = byNumber.get(Math.floor(tag / 8)) ?? []
      if (name === undefined || field?.wire !== tag % 8) reader.skip(tag % 8)
      else values[name] = field.read(reader, values[name])
    }
    // Every field of the table has the value from its own codec.
    return values as OutOf<F>
  }

  const writeFields = (writer: WireWriter, value: InOf<F>): void => {
    for (const [name, field] of entries) {
      const given = value[name]
      if (given !== undefined) field.write(writer, given)
    }
  }

  return {
    wire: 2,
    read: (reader) => readUpTo(reader, reader.end()),
    write: (writer, value) => writer.delimited(() => writeFields(writer, value)),
    decode(encoded) {
      const reader = new WireReader(encoded)
      return readUpTo(reader, reader.length)
    },
    encode(value) {
      const writer = new WireWriter()
      writeFields(writer, value)
      return writer.finish()
    },
  }
}

function writeField<In>(writer: WireWriter, number: number, codec: Codec<unknown, In>, value: In): void {
  writer.tag(number, codec.wire)
  codec.write(writer, value)
}
