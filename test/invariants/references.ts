import { type Field, type Kind, kindNamed, kinds } from '@svc/model'
import type { Kept, State } from './state.ts'

/** Nothing refers to a missing record. */
export function nothingDangles({ records }: State): readonly string[] {
  const there = new Set<string>()
  for (const [kind, kept] of records) {
    for (const { partitionId, id } of kept) there.add(`${kind.name} ${partitionId} ${id}`)
  }
  const found: string[] = []
  for (const [kind, kept] of records) {
    for (const [key, field] of Object.entries(kind.fields)) {
      if (!(field.target ?? field.mentions) || field.traits.derivedFrom) continue
      for (const one of kept) {
        for (const id of idsIn(field, one.record[key])) {
          const target = targetOf(field, one)
          if (!there.has(`${target.name} ${partitionFor(target, one.partitionId)} ${id}`))
            found.push(`${kind.name} ${one.id}.${key} names ${id}`)
        }
      }
    }
  }
  return found
}

function idsIn({ mentions }: Field, value: unknown): readonly string[] {
  if (mentions) return value === null ? [] : mentions.idsIn(value as never).map(({ id }) => id)
  return Array.isArray(value) ? value : typeof value === 'string' ? [value] : []
}

function targetOf({ target: own, mentions }: Field, { record }: Kept): Kind {
  const target = own ?? mentions?.target
  const name = typeof target === 'string' ? target : target?.kinds[String(record[target.by])]
  return kindNamed(name ?? '')
}

const partitionFor = (target: Kind, partitionId: string): string =>
  target.home === 'organisation' ? partitionId.replace(/\.\w+$/, '.home') : partitionId

/** One snapshot for each SLO and quarter hour, at the quarter hour. */
export function snapshotsAreSingle({ records }: State): readonly string[] {
  const seen = new Set<string>()
  return (records.get(kinds.sloSnapshot) ?? []).flatMap(({ record: { sloId, takenAt } }) => {
    const place = `${sloId} at ${takenAt}`
    if (seen.has(place)) return [`${place} was taken twice`]
    seen.add(place)
    return Date.parse(String(takenAt)) % 900_000 === 0 ? [] : [`${place} is no quarter hour`]
  })
}
