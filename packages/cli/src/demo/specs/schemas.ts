import type { Member, Type } from './interface.ts'

const plain: Readonly<Record<string, object>> = {
  text: { type: 'string' },
  int: { type: 'integer' },
  number: { type: 'number' },
  bool: { type: 'boolean' },
  time: { type: 'string', format: 'date-time' },
}

/** Types as JSON Schemas, as OpenAPI and AsyncAPI have them. */
export const schemasOf = (types: readonly Type[]): Readonly<Record<string, object>> =>
  Object.fromEntries(
    types.map(({ name, members }) => [
      name,
      {
        type: 'object',
        properties: Object.fromEntries(members.map((member) => [member.name, schemaOf(member)])),
        required: members.filter(({ isOptional }) => !isOptional).map((member) => member.name),
      },
    ]),
  )

export const refTo = (name: string): object => ({ $ref: `#/components/schemas/${name}` })

function schemaOf({ type, oneOf, isList }: Member): object {
  const one = oneOf.length > 0 ? { type: 'string', enum: oneOf } : (plain[type] ?? refTo(type))
  return isList ? { type: 'array', items: one } : one
}
