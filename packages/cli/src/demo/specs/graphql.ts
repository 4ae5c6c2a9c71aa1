import type { Api } from '../company/apis.ts'
import { type Interface, type Member, pascal } from './interface.ts'

const scalars: Readonly<Record<string, string>> = {
  text: 'String',
  int: 'Int',
  number: 'Float',
  bool: 'Boolean',
  time: 'Time',
}

/** An interface as a schema of GraphQL. */
export function toGraphQl({ name, description }: Api, { types, offers }: Interface): string {
  const enums = types.flatMap((type) =>
    type.members
      .filter(({ oneOf }) => oneOf.length > 0)
      .map((member) => `enum ${type.name}${pascal(member.name)} {\n${lines(member.oneOf.map(constant))}\n}`),
  )
  const objects = types.map(
    (type) =>
      `type ${type.name} {\n${lines(type.members.map((member) => `${member.name}: ${typeOf(type.name, member)}`))}\n}`,
  )
  const fields = offers.map(({ name, types: [type = ''], about }) => {
    const [field = '', argument] = name.split(/[()]/)
    const answer = type.endsWith('[]') ? `[${type.slice(0, -2)}!]!` : type
    return `"${about}"\n  ${field}${argument ? `(${argument}: String!)` : ''}: ${answer}`
  })
  const about = `"""\n${name}. ${description ?? ''}\n"""`
  const query = `${about}\ntype Query {\n${lines(fields)}\n}`
  return `${['scalar Time', query, ...objects, ...enums].join('\n\n')}\n`
}

const lines = (all: readonly string[]): string => all.map((one) => `  ${one}`).join('\n')

export const constant = (word: string): string => word.replace(/([a-z])([A-Z])/g, '$1_$2').toUpperCase()

function typeOf(owner: string, { name, type, oneOf, isList, isOptional }: Member): string {
  const one = name === 'id' ? 'ID' : oneOf.length > 0 ? `${owner}${pascal(name)}` : (scalars[type] ?? type)
  return `${isList ? `[${one}!]` : one}${isOptional ? '' : '!'}`
}
