import type { Encodable } from './protobuf.ts'
import { type Attribute, type Attributes, isNested, type Presence, type Schema } from './schema.ts'
import { nestings, type schema, stringKinds, type WireAttribute } from './schema-messages.ts'

export const toWireSchema = ({ version, description, attributes }: Schema): Encodable<typeof schema> => ({
  version,
  block: {
    attributes: toWireAttributes(attributes),
    description,
    descriptionKind: stringKinds.markdown,
  },
})

const toWireAttributes = (attributes: Attributes): readonly WireAttribute[] =>
  Object.entries(attributes).map(([name, attribute]) => ({
    name,
    description: attribute.description,
    descriptionKind: stringKinds.markdown,
    ...presences[attribute.presence],
    sensitive: attribute.sensitive,
    writeOnly: attribute.writeOnly,
    deprecated: attribute.deprecated !== undefined,
    deprecationMessage: attribute.deprecated,
    ...toWireType(attribute),
  }))

const presences = {
  required: { required: true },
  optional: { optional: true },
  computed: { computed: true },
  'optional-computed': { optional: true, computed: true },
} satisfies Record<Presence, WireAttribute>

const toWireType = (attribute: Attribute): WireAttribute =>
  isNested(attribute)
    ? {
        nestedType: {
          attributes: toWireAttributes(attribute.attributes),
          nesting: nestings[attribute.nesting],
        },
      }
    : { type: Buffer.from(JSON.stringify(attribute.type)) }
