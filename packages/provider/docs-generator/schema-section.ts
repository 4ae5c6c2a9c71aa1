import { type Attribute, type Attributes, isNested, type NestedAttribute } from '../src/protocol/schema.ts'
import type { Type } from '../src/protocol/type.ts'
import { literal } from './literal.ts'

/** Who sets an attribute's value, with the order and headings that registries use. */
const headings = [
  ['Required', ({ presence }) => presence === 'required'],
  ['Optional', ({ presence }) => presence === 'optional' || presence === 'optional-computed'],
  ['Read-Only', ({ presence }) => presence === 'computed'],
] as const satisfies readonly (readonly [string, (attribute: Attribute) => boolean])[]

/** Every attribute under its heading, followed by the nested ones. */
export const schemaSection = (attributes: Attributes): string =>
  ['## Schema', ...groups(attributes, [], (title) => `### ${title}`), ...nestedSections(attributes, [])].join(
    '\n\n',
  )

/** The names from the outside in. */
type Place = readonly string[]

const groups = (attributes: Attributes, place: Place, heading: (title: string) => string): string[] =>
  headings.flatMap(([title, belongs]) => {
    const lines = Object.entries(attributes)
      .filter(([, attribute]) => belongs(attribute))
      .map(([name, attribute]) => line([...place, name], attribute))
    return lines.length > 0 ? [heading(title), lines.join('\n')] : []
  })

const nestedSections = (attributes: Attributes, place: Place): string[] =>
  Object.entries(attributes).flatMap(([name, attribute]) =>
    isNested(attribute) ? nestedSection([...place, name], attribute) : [],
  )

const nestedSection = (place: Place, { attributes }: NestedAttribute): string[] => [
  `<a id="${anchor(place)}"></a>\n### Nested Schema for \`${place.join('.')}\``,
  ...groups(attributes, place, (title) => `${title}:`),
  ...nestedSections(attributes, place),
]

const anchor = (place: Place): string => `nestedatt--${place.join('--')}`

function line(place: Place, attribute: Attribute): string {
  const name = place.at(-1) ?? ''
  const marks = [
    typeName(name, attribute),
    attribute.sensitive ? 'Sensitive' : '',
    attribute.writeOnly ? 'Write-only' : '',
  ]
  const sentences = [
    attribute.description,
    defaultSentence(attribute),
    attribute.replaces ? 'Changing this forces a new object.' : '',
    attribute.deprecated ?? '',
    isNested(attribute) ? `See [below](#${anchor(place)}).` : '',
  ]
  const text = sentences.filter((sentence) => sentence !== '').join(' ')
  return `- \`${name}\` (${marks.filter((mark) => mark !== '').join(', ')}) ${text}`.trimEnd()
}

/** Unless the description already says it. */
const defaultSentence = ({ default: value, description }: Attribute): string =>
  value === undefined || /\bDefaults to\b/.test(description) ? '' : `Defaults to \`${literal(value)}\`.`

const nestings = {
  single: 'Attributes',
  list: 'Attributes List',
  set: 'Attributes Set',
  map: 'Attributes Map',
} as const satisfies Record<NestedAttribute['nesting'], string>

function typeName(name: string, attribute: Attribute): string {
  if (isNested(attribute)) return nestings[attribute.nesting]
  return name.endsWith('_json') ? 'String, JSON' : nameOf(attribute.type)
}

const plainTypes = { string: 'String', number: 'Number', bool: 'Boolean', dynamic: 'Dynamic' } as const

function nameOf(type: Type): string {
  if (typeof type === 'string') return plainTypes[type]
  const [outer, inner] = type
  if (outer === 'object' || outer === 'tuple') return outer === 'object' ? 'Object' : 'Tuple'
  return `${outer.charAt(0).toUpperCase()}${outer.slice(1)} of ${nameOf(inner as Type)}`
}
