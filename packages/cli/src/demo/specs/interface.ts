import type { Api } from '../company/apis.ts'
import { specs } from '../company/specs.ts'
import { outline } from '../outline.ts'

/** A member of a type: text, a number, another type …, or one of some words. */
export interface Member {
  readonly name: string
  readonly type: string
  readonly oneOf: readonly string[]
  readonly isList: boolean
  readonly isOptional: boolean
}

export interface Type {
  readonly name: string
  readonly members: readonly Member[]
}

/** An operation, a message, a call or a field, whatever the protocol calls it. */
export interface Offer {
  readonly verb: string
  readonly name: string
  /** The types that it takes or answers with; `[]` at the end means a list. */
  readonly types: readonly string[]
  readonly about: string
}

/** What an API offers, in whatever protocol. */
export interface Interface {
  readonly types: readonly Type[]
  readonly offers: readonly Offer[]
}

const items = Map.groupBy(outline(specs), ({ heading }) => heading)

/** As somebody wrote it down, or else what follows from the name. */
export function interfaceOf(api: Api): Interface {
  const own = items.get(api.key)
  if (!own) return usual(api)
  return {
    types: own
      .filter(({ words: [verb] }) => verb === 'type')
      .map(({ words: [, name = ''], title }) => ({ name, members: title.split(' ').map(memberIn) })),
    offers: own
      .filter(({ words: [verb] }) => verb !== 'type')
      .map(({ words: [verb = '', name = '', ...types], title }) => ({ verb, name, types, about: title })),
  }
}

export function memberIn(text: string): Member {
  const [, name = '', mark, type = 'text', list] = /^(\w+)(\?)?(?:=([\w|]+))?(\[\])?$/.exec(text) ?? []
  const words = type.split('|')
  return {
    name,
    type: words.length > 1 ? 'text' : type,
    oneOf: words.length > 1 ? words : [],
    isList: list !== undefined,
    isOptional: mark !== undefined,
  }
}

/** What is left of a name without what every API is called. */
export const subjectOf = ({ name }: Pick<Api, 'name'>): string => name.replace(/ (?:API|events)\b.*$/, '')

function usual(api: Api): Interface {
  const plural = subjectOf(api)
  const one = pascal(
    plural
      .replace(/ies$/, 'y')
      .replace(/(ss|x)es$/, '$1')
      .replace(/([^s])s$/, '$1'),
  )
  const path = `/${plural.toLowerCase().replace(/[^a-z0-9]+/g, '-')}`
  const members = ['id', 'name', 'state=active|closed', 'updatedAt=time'].map(memberIn)
  const thing = plural.toLowerCase()
  const offers: readonly Offer[] =
    api.kind === 'asyncapi'
      ? ['came', 'changed', 'left'].map((name) => ({
          ...{ verb: 'event', name, types: [one] },
          about: `${plural}: one ${name}`,
        }))
      : [
          { verb: 'get', name: path, types: [`${one}[]`], about: `List ${thing}` },
          { verb: 'post', name: path, types: [one], about: `Add to ${thing}` },
          { verb: 'get', name: `${path}/{id}`, types: [one], about: `Read one of ${thing}` },
          { verb: 'patch', name: `${path}/{id}`, types: [one], about: `Change one of ${thing}` },
        ]
  return { types: [{ name: one, members }], offers }
}

export const pascal = (text: string): string =>
  text
    .split(/[^A-Za-z0-9]+/)
    .map((word) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`)
    .join('')
