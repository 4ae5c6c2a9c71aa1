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
    .map(({ key, field }) => ({ key, label: labelOf(key, kind.name), field }))
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
export const firstWidth = (windowWidth: number): number => Math.min(440, Math.max(200, windowWidth * 0.165))

/** Which column takes the room that is left over: what is read, not only recognised. */
export const stretchedOf = (columns: readonly Column[]): Column | undefined =>
  columns.find(({ key }) => key === 'description') ?? columns[0]

/** How much room any other column takes at least, in pixels. */
export function widthOf({ key, field: { type } }: Column): number {
  if (key === 'window') return 150
  if (type === 'timestamp') return 130
  if (type === 'enum') return 124
  if (type === 'boolean' || type === 'integer' || type === 'number') return 116
  if (key === 'description') return 300
  if (key === 'email' || key === 'url') return 220
  if (type === 'refs') return 210
  return type === 'texts' ? 160 : 150
}

const briefTypes = new Set<Field['type']>(['enum', 'ref', 'timestamp'])
const briefKeys = new Set([
  'amountCents',
  'category',
  'currentlyOnCallUserName',
  'email',
  'errorBudgetPercentUsed',
  'keyword',
  'runbookType',
  'slackChannel',
  'type',
])

/** What is short enough, and says enough by itself, to stand below the name on a phone. */
export const isBrief = ({ key, field }: Column): boolean => briefTypes.has(field.type) || briefKeys.has(key)
