import type { Kind } from './kind/kind.ts'
import { allKinds } from './kinds/index.ts'

const grouped = (sourcesOf: (kind: Kind) => readonly string[]): ReadonlyMap<string, readonly string[]> => {
  const pairs = allKinds.flatMap((kind) => sourcesOf(kind).map((source) => ({ source, name: kind.name })))
  const bySource = Map.groupBy(pairs, ({ source }) => source)
  return new Map([...bySource].map(([source, own]) => [source, [...new Set(own.map(({ name }) => name))]]))
}

const derived = grouped(({ fields }) =>
  Object.values(fields).flatMap(({ traits }) => traits.derivedFrom ?? []),
)
const following = grouped(({ follows = [] }) => follows)

/** The kinds that read differently as soon as a record of this kind changes: their fields are derived from it. */
export const kindsDerivedFrom = (name: string): readonly string[] => derived.get(name) ?? []

/** The kinds for which the service recalculates something, some time after a record of this kind changes. */
export const kindsThatFollow = (name: string): readonly string[] => following.get(name) ?? []
