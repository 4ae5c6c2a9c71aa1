import type { Field } from '@svc/model'
import { isIndexedArray } from '../../packages/server/src/store/elements.ts'
import type { State } from './state.ts'

/** The look-up rows of arrays match the arrays. */
export function elementsMatchArrays({ records, elements }: State): readonly string[] {
  const wanted = new Set<string>()
  for (const [kind, kept] of records) {
    for (const key of Object.keys(kind.fields).filter((one) => isIndexedArray(kind, one))) {
      for (const { partitionId, id, record } of kept) {
        for (const value of named(kind.fields[key] as Field, record[key])) {
          wanted.add(JSON.stringify([partitionId, kind.name, key, value, id]))
        }
      }
    }
  }
  const there = new Set(
    elements.map((row) => JSON.stringify([row.partition_id, row.kind, row.field, row.value, row.record_id])),
  )
  return [
    ...[...wanted.difference(there)].map((one) => `${one} is missing`),
    ...[...there.difference(wanted)].map((one) => `${one} is too many`),
  ]
}

const named = ({ mentions }: Field, value: unknown): readonly string[] => {
  if (!mentions) return value as readonly string[]
  return value === null ? [] : mentions.idsIn(value as never).map(({ id }) => id)
}
