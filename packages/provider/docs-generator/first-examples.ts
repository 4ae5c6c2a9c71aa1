import { allKinds, attributeNameOf, codeNameOf, type Field, type Kind, pluralCodeNameOf } from '@svc/model'
import type { Provider } from '../src/rpc/provider.ts'
import { preamble } from './example.ts'

/** An example for everything that has none, by its path: a start, for somebody who makes a story of it. */
export function firstExamples(
  { resources, dataSources }: Provider,
  exists: (path: string) => boolean,
): ReadonlyMap<string, string> {
  const files = new Map<string, string>()
  const add = (path: string, make: () => string): void => {
    if (!exists(path)) files.set(path, make())
  }
  for (const kind of allKinds) {
    const [one, several] = [`svc_${codeNameOf(kind)}`, `svc_${pluralCodeNameOf(kind)}`]
    if (resources[one]) {
      add(`resources/${one}/resource.tf`, () =>
        file(...targetsOf(kind), resource(kind, everyAttribute(kind))),
      )
      add(`resources/${one}/import.sh`, () => `tofu import ${one}.example ${exampleId(kind)}\n`)
    }
    if (dataSources[one]) add(`data-sources/${one}/data-source.tf`, () => file(...readOne(kind)))
    if (dataSources[several] && several !== one)
      add(`data-sources/${several}/data-source.tf`, () => file(block('data', several, 'all', {})))
  }
  return files
}

type Attributes = Readonly<Record<string, string>>

const file = (...blocks: readonly string[]): string => `${[preamble.trimEnd(), ...blocks].join('\n\n')}\n`

const exampleId = ({ idPrefix }: Kind): string => `${idPrefix}_01jcq8z3v1000a7k2m9x4q6r8t`

/** As `tofu fmt` would have it: what is assigned stands in one column. */
function block(word: string, type: string, name: string, attributes: Attributes): string {
  const width = Math.max(0, ...Object.keys(attributes).map(({ length }) => length))
  const lines = Object.entries(attributes).map(([key, value]) => `  ${key.padEnd(width)} = ${value}\n`)
  return `${word} "${type}" "${name}" {${lines.length > 0 ? '\n' : ''}${lines.join('')}}`
}

const resource = (kind: Kind, attributes: Attributes): string =>
  block('resource', `svc_${codeNameOf(kind)}`, 'example', attributes)

function readOne(kind: Kind): readonly string[] {
  const type = `svc_${codeNameOf(kind)}`
  if (kind.resourceType !== undefined)
    return [
      ...targetsOf(kind, isRequired),
      resource(kind, attributesOf(kind, isRequired)),
      block('data', type, 'example', { id: `${type}.example.id` }),
    ]
  const asked = { type: 'string', description: JSON.stringify(`Its id, such as ${exampleId(kind)}.`) }
  return [
    `variable "${codeNameOf(kind)}_id" {\n  type        = ${asked.type}\n  description = ${asked.description}\n}`,
    block('data', type, 'example', { id: `var.${codeNameOf(kind)}_id` }),
  ]
}

type Wanted = (field: Field) => boolean

const isRequired: Wanted = ({ traits }) =>
  !traits.managed && !traits.nullable && traits.default === undefined && !traits.derivedFrom

const isWritable: Wanted = ({ traits }) => !traits.managed && !traits.internal && !traits.derivedFrom

const everyAttribute = (kind: Kind): Attributes => attributesOf(kind, isWritable)

const attributesOf = (kind: Kind, isWanted: Wanted): Attributes =>
  Object.fromEntries(
    Object.entries(kind.fields)
      .filter(([, field]) => isWanted(field))
      .map(([key, field]) => [attributeNameOf(key, field.schema), assignedTo(kind, key, field)]),
  )

/** What it points at, as long as that is kept as code too. */
const targetsOf = (kind: Kind, isWanted: Wanted = isWritable): readonly string[] =>
  [...new Set(Object.values(kind.fields).filter(isWanted).flatMap(targetOf))]
    .filter((target) => target !== kind)
    .map((target) => resource(target, attributesOf(target, isRequired)))

const targetOf = ({ target }: Field): readonly Kind[] =>
  allKinds.filter(({ name, resourceType }) => name === target && resourceType !== undefined)

function assignedTo({ example }: Kind, key: string, field: Field): string {
  const [target] = targetOf(field)
  const id = target ? `svc_${codeNameOf(target)}.example.id` : undefined
  if (field.type === 'refs') return id === undefined ? '[]' : `[${id}]`
  if (field.type === 'ref') return id ?? '"…"'
  const given = (example as Readonly<Record<string, unknown>>)[key] ?? field.traits.default ?? sample(field)
  return JSON.stringify(given)
}

function sample({ type, schema }: Field): unknown {
  const [value] = schema.examples ?? schema.enum ?? []
  if (value !== undefined) return value
  if (type === 'integer' || type === 'number') return schema.minimum ?? 1
  if (type === 'boolean') return true
  return type === 'texts' ? ['example'] : 'Example'
}
