import type { Field } from '../kind/field.ts'
import { facetField, filtersOf } from '../kind/filters.ts'
import type { Kind } from '../kind/kind.ts'
import { allKinds } from '../kinds/index.ts'
import type { JsonSchema } from '../shape/json-schema.ts'
import { fieldLabel } from '../words/labels.ts'

/** What a term of a query can be about. */
export interface QueryKey {
  /** As it is suggested. */
  readonly key: string
  /** As it is also understood. */
  readonly aliases: readonly string[]
  /** In the words of the console. */
  readonly label: string
  /** The list's filter that it stands for; absent where it is about another kind's array. */
  readonly filter?: string
  /** The field that it is about: of the kind itself, or of the one that lists its records. */
  readonly field: string
  readonly schema: JsonSchema
  /** The kinds whose records its values name. */
  readonly targets: readonly string[]
  /** The field that says which of these it is. */
  readonly targetBy?: { readonly field: string; readonly kinds: Readonly<Record<string, string>> }
  /** The kind that has the field, if it is another. */
  readonly within?: string
  readonly canLack: boolean
  readonly canExclude: boolean
}

const known = new WeakMap<Kind, readonly QueryKey[]>()

/** The keys of a kind, which follow from its filters and from what its records can be part of. */
export function queryKeysOf(kind: Kind): readonly QueryKey[] {
  let keys = known.get(kind)
  if (!keys) {
    keys = withoutClashes([...ownKeys(kind), ...containers(kind)])
    known.set(kind, keys)
  }
  return keys
}

/** Words after `is:`, each with the key and the values that it stands for. */
export function flagsOf(kind: Kind): Readonly<Record<string, { filter: string; values: readonly string[] }>> {
  const { hiddenBy, openBy } = kind
  return {
    ...(hiddenBy && { [hiddenBy]: { filter: hiddenBy, values: ['true'] } }),
    ...(openBy && { open: { filter: openBy.field, values: openBy.values } }),
  }
}

const ownKeys = (kind: Kind): readonly QueryKey[] =>
  Object.entries(filtersOf(kind))
    .filter(([name]) => name !== 'q')
    .map(([filter, schema]) => {
      const key = facetField(kind, filter)
      const field = kind.fields[key]
      const words = field ? wordsFor(filter, field) : [filter]
      const isFlag = filter === kind.hiddenBy
      return {
        key: words[0] ?? filter,
        aliases: [...new Set([...words, filter])],
        label: fieldLabel(kind, key),
        filter,
        field: key,
        schema,
        ...targetsOf(field),
        canLack: !isFlag && (field?.traits.nullable === true || isArray(field)),
        canExclude: !isFlag,
      }
    })

/** `ownerTeamId` is `owner`, `appId` is `project` or `app`, `issueType` is `type`. */
function wordsFor(filter: string, field: Field): readonly string[] {
  const stem = filter.replace(/(Id|Uid)$/, '')
  const words = stem.split(/(?=[A-Z])/).map((word) => word.toLowerCase())
  if (stem === filter) return words.length === 1 ? [filter] : [words.at(-1) ?? filter]
  const { targets } = targetsOf(field)
  const [target] = targets.length === 1 ? targets : []
  const others = [...(target === undefined ? [] : [target]), stem]
  return words.length > 1 ? [words[0] ?? stem, ...others] : others
}

const isArray = (field: Field | undefined): boolean => field?.type === 'texts' || field?.type === 'refs'

function targetsOf(field: Field | undefined): Pick<QueryKey, 'targets' | 'targetBy'> {
  const { target } = field ?? {}
  if (target === undefined) return { targets: [] }
  if (typeof target === 'string') return { targets: [target] }
  const { by, kinds } = target
  return { targets: [...new Set(Object.values(kinds))], targetBy: { field: by, kinds } }
}

/** The kinds that list records of this one as their parts: `system` of a project. */
const containers = (kind: Kind): readonly QueryKey[] =>
  allKinds.flatMap((other) =>
    Object.entries(other.fields).flatMap(([field, { type, target, traits }]) =>
      type === 'refs' && target === kind.name && traits.inGraph?.from === 'target'
        ? {
            ...{ key: other.name, aliases: [other.name], label: fieldLabel(other, other.name) },
            ...{ field, within: other.name, targets: [other.name] },
            schema: { type: 'string' as const, maxLength: 200 },
            ...{ canLack: false, canExclude: false },
          }
        : [],
    ),
  )

/** A word that could mean two keys means neither, unless it is the name of a filter. */
function withoutClashes(keys: readonly QueryKey[]): readonly QueryKey[] {
  const meant = (word: string): number =>
    keys.filter(({ filter, aliases }) => filter !== word && aliases.includes(word)).length
  const isFilter = (word: string): boolean => keys.some(({ filter }) => filter === word)
  return keys.map((one) => {
    const aliases = one.aliases.filter(
      (word) => word === one.filter || (!isFilter(word) && meant(word) === 1),
    )
    return { ...one, aliases, key: aliases[0] ?? one.key }
  })
}
