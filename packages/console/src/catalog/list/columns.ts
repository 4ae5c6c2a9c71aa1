import type { Fields } from '@svc/client'
import type { Field, Kind } from '@svc/model'
import { capital, labelOf } from '../words.ts'

export { labelOf } from '../words.ts'

export interface Column {
  readonly key: string
  readonly label: string
  readonly field: Field
}

const nameKeys = ['name', 'title', 'displayName', 'normalizedDomain', 'label', 'url', 'buildVersion']

/** The field that a kind's records are called by, if it has one. */
export const nameKeyOf = (kind: Kind): string | undefined => nameKeys.find((key) => kind.fields[key])

/** What a record is called on its page and in lists; those without a name go by their kind and the end of their id. */
export function titleOf(kind: Kind, record: Fields): string {
  const name = record[nameKeyOf(kind) ?? ''] || record.email
  return name ? String(name) : `${capital(kind.noun)} ${String(record.id).slice(-6)}`
}

/** Everything that a kind's list can show, its name first, then what people choose by. */
export function columnsOf(kind: Kind): readonly Column[] {
  const shown = Object.entries(kind.fields).filter(([, { traits }]) => !traits.internal)
  return shown
    .map(([key, field], index) => ({ key, field, index, rank: rankOf(kind, key, field) }))
    .sort((a, b) => a.rank - b.rank || a.index - b.index)
    .map(({ key, field }) => ({ key, label: labelOf(key), field }))
}

function rankOf(kind: Kind, key: string, { type, traits }: Field): number {
  if (key === nameKeyOf(kind)) return 0
  if (type === 'ref' && traits.filter) return 1
  if (type === 'enum' && traits.filter) return 2
  if (type === 'enum') return 3
  if (traits.filter) return 4
  if (key === 'tags' || key === 'labels') return 5
  if (key === 'updatedAt' || key === 'createdAt') return 9
  return type === 'refs' || type === 'timestamp' ? 7 : 6
}

/** The first column says what it is about: it is as wide as the window lets it be. */
export const firstWidth = 'clamp(200px, 24vw, 440px)'

/** How much room any other column takes, in pixels; what is left over is shared out. */
export function widthOf({ key, field: { type } }: Column): number {
  if (type === 'enum' || type === 'timestamp') return 120
  if (type === 'boolean' || type === 'integer' || type === 'number') return 110
  if (key === 'description') return 300
  if (key === 'email' || key === 'url') return 220
  return type === 'texts' ? 170 : 150
}
