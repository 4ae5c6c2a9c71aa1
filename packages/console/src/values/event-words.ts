import { type Field, findKind, inWords, type LoggedEvent } from '@svc/model'
import { type Change, changesBetween } from './changes-between.ts'

/** A sentence about an event, without who did it: words, the record it is about, and values. */
export type Part = string | typeof theSubject | { readonly field: Field; readonly value: unknown }

export const theSubject = Symbol('the record')

type Told = Pick<LoggedEvent, 'type' | 'subject' | 'before' | 'after'>

const wholeRecord = new Set(['created', 'deleted', 'restored'])

/**
 * What happened, in words, with as much of the values as fits on a line. On its own page a record is not named, and so
 * its kind need not be said either.
 */
export function wordsOf({ type, subject, before, after }: Told, { isNamed = true } = {}): readonly Part[] {
  const kind = findKind(subject.kind)
  const noun = isNamed ? `the ${kind?.noun ?? inWords(subject.kind)} ` : ''
  const verb = type.split('.').at(-1) ?? type
  if (wholeRecord.has(verb)) return [`${verb} ${noun}`, theSubject]
  const changes = kind && before && after ? changesBetween(kind, before, after) : []
  if (changes.length > 0) return wordsForChanges(changes)
  const [, what, done] = /^(.+)_(\w+ed)$/.exec(verb) ?? []
  if (what && done) return [`${done} the ${inWords(what)} of `, theSubject]
  if (verb === 'commented') return ['commented on ', theSubject]
  return /ed$/.test(verb) ? [`${inWords(verb)} ${noun}`, theSubject] : [`${inWords(verb)}: `, theSubject]
}

const maxNamed = 3

function wordsForChanges(changes: readonly Change[]): readonly Part[] {
  const [one] = changes
  if (changes.length === 1 && one) return wordsForOne(one)
  if (changes.length > maxNamed) return [`changed ${changes.length} fields of `, theSubject]
  return [`changed the ${list.format(changes.map(({ label }) => lower(label)))} of `, theSubject]
}

const list = new Intl.ListFormat('en')

function wordsForOne({ field, label, before, after }: Change): readonly Part[] {
  const of: readonly Part[] = [`${lower(label)} of `, theSubject]
  if (!field || isLong(field, before) || isLong(field, after)) return ['changed the ', ...of]
  const value = (one: unknown): Part => ({ field, value: one })
  if (Array.isArray(before ?? after)) return wordsForEntries(of, value, { before, after })
  if (isNothing(before)) return ['set the ', ...of, ' to ', value(after)]
  if (isNothing(after)) return ['cleared the ', ...of, ', which was ', value(before)]
  return ['changed the ', ...of, ' from ', value(before), ' to ', value(after)]
}

function wordsForEntries(
  of: readonly Part[],
  value: (one: unknown) => Part,
  { before, after }: Pick<Change, 'before' | 'after'>,
): readonly Part[] {
  const [was, is] = [entries(before), entries(after)]
  const added = is.filter((one) => !was.includes(one))
  const removed = was.filter((one) => !is.includes(one))
  const isShort = added.length + removed.length <= maxNamed
  if (isShort && added.length > 0 && removed.length === 0) return ['added ', value(added), ' to the ', ...of]
  if (isShort && removed.length > 0 && added.length === 0)
    return ['removed ', value(removed), ' from the ', ...of]
  return ['changed the ', ...of]
}

const entries = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

const maxText = 80

/** Values that would make a paragraph of the sentence. */
const isLong = ({ type, traits }: Field, value: unknown): boolean =>
  type === 'json' || traits.reads === 'markdown' || (typeof value === 'string' && value.length > maxText)

const isNothing = (value: unknown): boolean => value === null || value === undefined || value === ''

/** Abbreviations stay as they are. */
const lower = (label: string): string =>
  /^[A-Z][a-z]/.test(label) ? label.charAt(0).toLowerCase() + label.slice(1) : label
