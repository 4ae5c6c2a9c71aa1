import { CatalogError, handlesOf, type Kind, type Operation, oneOfKind, severalOfKind } from '@svc/model'
import { type Diagnostic, error } from '../../protocol/diagnostic.ts'
import type { Attributes } from '../../protocol/schema.ts'
import { type ObjectValue, Unknown } from '../../protocol/value.ts'
import type { DataSource } from '../../rpc/provider.ts'
import { type Column, recordAttributes, recordColumns } from '../attributes.ts'
import { either } from '../enumerations.ts'
import { toDiagnostics } from '../problems.ts'
import type { Session } from '../session.ts'
import { type RecordJson, toValues } from '../state.ts'
import { ask } from './ask.ts'
import { listed } from './listed.ts'
import type { Questions } from './operations.ts'

/** A record by its id, or by its name if that is unique. */
export function oneRecord({ kind, one, several }: Questions, session: () => Session): DataSource {
  const columns = recordColumns(kind)
  const keyName = kind.fields[kind.idParam] ? kind.idParam : 'id'
  const known = columns.filter(({ key }) => key === keyName || isHandle(kind, key, several))
  const names = known.map(({ name }) => name)
  const quoted = names.map((name) => `\`${name}\``)
  const base = recordAttributes(columns)
  const attributes: Attributes = {
    ...base,
    ...Object.fromEntries(
      known.flatMap(({ name, field }) => {
        const attribute = base[name]
        const presence = known.length === 1 ? ('required' as const) : ('optional-computed' as const)
        return attribute ? [[name, { ...attribute, presence, description: field.traits.about }]] : []
      }),
    ),
  }
  return {
    schema: {
      version: 0,
      description: `Reads ${oneOfKind(kind)} by ${either(quoted)}. ${kind.about}`,
      attributes,
    },
    validate: (config) => exactlyOne(names, config),
    async read(config) {
      const column = known.find(({ name }) => typeof config[name] === 'string')
      const wanted = String(config[column?.name ?? ''])
      try {
        const found =
          several && column && column.key !== keyName
            ? await byHandle(kind, session(), several, [column.key, wanted])
            : await byId(kind, session(), one, wanted)
        const [record] = found
        if (record && found.length === 1) return { state: toValues(columns, record) }
        const path = [column?.name ?? '']
        return { state: null, diagnostics: [notOne(kind, columns, path, wanted, found)] }
      } catch (failure) {
        return {
          state: null,
          diagnostics: toDiagnostics(failure, { doing: `read the ${kind.noun} ${wanted}`, kind, columns }),
        }
      }
    },
  }
}

const isHandle = (kind: Kind, key: string, several: Operation | undefined): boolean =>
  several !== undefined && (several.requiredQuery ?? []).length === 0 && handlesOf(kind).includes(key)

function exactlyOne(names: readonly string[], config: ObjectValue): readonly Diagnostic[] {
  const given = names.filter((name) => config[name] !== null && config[name] !== undefined)
  if (given.length === 0) return [error('Missing argument', `Set ${either(names)}.`)]
  // An unknown value may turn out to be null.
  const [, second] = given.filter((name) => !(config[name] instanceof Unknown))
  if (second === undefined) return []
  return [error('Conflicting arguments', `Set only one of them: ${either(names)}.`, [second])]
}

async function byId(
  kind: Kind,
  { client, records }: Session,
  one: Operation | undefined,
  id: string,
): Promise<readonly RecordJson[]> {
  const hasWholeList = kind.verbs.includes('list') && !kind.requiredFilters
  if (hasWholeList || !one) {
    const record = await records.readNow(kind, id)
    return record ? [record] : []
  }
  try {
    return [await ask(client, one, { params: { [kind.idParam]: id } })]
  } catch (failure) {
    if (failure instanceof CatalogError && failure.code === 'not_found') return []
    throw failure
  }
}

async function byHandle(
  kind: Kind,
  { client }: Session,
  several: Operation,
  [key, wanted]: readonly [string, string],
): Promise<readonly RecordJson[]> {
  const canSearch = kind.search?.includes(key) && wanted.length <= 200
  const values = { ...(canSearch && { q: wanted }), ...(kind.hiddenBy && { [kind.hiddenBy]: 'all' }) }
  const all = await listed(client, several, { kind, values })
  return all.filter((record) => record[key] === wanted)
}

function notOne(
  kind: Kind,
  columns: readonly Column[],
  path: readonly string[],
  wanted: string,
  found: readonly RecordJson[],
): Diagnostic {
  const [name = ''] = path
  if (found.length === 0) {
    const detail = `No ${kind.noun} has the ${name} ${JSON.stringify(wanted)}.`
    return error(`There is no such ${kind.noun}`, detail, path)
  }
  const ids = found.slice(0, 10).map(({ id }) => id)
  const idName = columns.find(({ key }) => key === 'id')?.name ?? 'id'
  return error(
    `There are ${found.length} such ${severalOfKind(kind)}`,
    `Each of ${ids.join(', ')} has the ${name} ${JSON.stringify(wanted)}. Set ${idName} instead.`,
    path,
  )
}
