import {
  bool,
  bytes,
  int64,
  lazy,
  type Message,
  message,
  optional,
  repeated,
  single,
  text,
} from './protobuf.ts'

/** The messages of schemas; tfplugin6 also has blocks, which this runtime does not support. */

export const stringKinds = { plain: 0, markdown: 1 } as const
export const nestings = { single: 1, list: 2, set: 3, map: 4 } as const

export interface WireAttribute {
  readonly name?: string | undefined
  /** JSON; must be absent if there is a nested type. */
  readonly type?: Uint8Array | undefined
  readonly description?: string | undefined
  readonly required?: boolean | undefined
  readonly optional?: boolean | undefined
  readonly computed?: boolean | undefined
  readonly sensitive?: boolean | undefined
  readonly descriptionKind?: number | undefined
  readonly deprecated?: boolean | undefined
  readonly nestedType?: WireObject | undefined
  readonly writeOnly?: boolean | undefined
  readonly deprecationMessage?: string | undefined
}

interface WireObject {
  readonly attributes?: readonly WireAttribute[] | undefined
  readonly nesting?: number | undefined
}

const attribute: Message<WireAttribute> = message({
  name: single(1, text),
  type: optional(2, bytes),
  description: single(3, text),
  required: single(4, bool),
  optional: single(5, bool),
  computed: single(6, bool),
  sensitive: single(7, bool),
  descriptionKind: single(8, int64),
  deprecated: single(9, bool),
  nestedType: optional(
    10,
    lazy(() => object),
  ),
  writeOnly: single(11, bool),
  deprecationMessage: single(12, text),
})

const object: Message<WireObject> = message({
  attributes: repeated(1, attribute),
  nesting: single(3, int64),
})

const block = message({
  attributes: repeated(2, attribute),
  description: single(4, text),
  descriptionKind: single(5, int64),
})

export const schema = message({
  version: single(1, int64),
  block: optional(2, block),
})
