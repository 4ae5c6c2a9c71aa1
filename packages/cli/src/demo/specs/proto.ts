import type { Api } from '../company/apis.ts'
import { constant } from './graphql.ts'
import { type Interface, type Member, pascal, subjectOf, type Type } from './interface.ts'

const scalars: Readonly<Record<string, string>> = {
  text: 'string',
  int: 'int64',
  number: 'double',
  bool: 'bool',
  time: 'google.protobuf.Timestamp',
}

/** An interface as a service of gRPC. */
export function toProto(api: Api, { types, offers }: Interface): string {
  const calls = offers.map(
    ({ name, types: [request, answer], about }) =>
      `  // ${about}.\n  rpc ${name}(${request}) returns (${answer});`,
  )
  return `${[
    'syntax = "proto3";',
    `package brambling.${api.key.replaceAll('-', '_')}.v1;`,
    'import "google/protobuf/timestamp.proto";',
    `// ${api.description ?? api.name}\nservice ${pascal(subjectOf(api))} {\n${calls.join('\n')}\n}`,
    ...types.map(message),
  ].join('\n\n')}\n`
}

const message = ({ name, members }: Type): string => {
  const enums = members.filter(({ oneOf }) => oneOf.length > 0).map(enumOf)
  const fields = members.map((member, index) => `  ${fieldOf(member)} = ${index + 1};`)
  return `message ${name} {\n${[...enums, ...fields].join('\n')}\n}`
}

const enumOf = ({ name, oneOf }: Member): string => {
  const words = ['unspecified', ...oneOf].map(
    (word, index) => `    ${constant(name)}_${constant(word)} = ${index};`,
  )
  return `  enum ${pascal(name)} {\n${words.join('\n')}\n  }`
}

function fieldOf({ name, type, oneOf, isList, isOptional }: Member): string {
  const kind = oneOf.length > 0 ? pascal(name) : (scalars[type] ?? type)
  const before = isList ? 'repeated ' : isOptional ? 'optional ' : ''
  return `${before}${kind} ${name.replace(/([a-z])([A-Z])/g, '$1_$2').toLowerCase()}`
}
