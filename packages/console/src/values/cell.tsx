import type { Fields } from '@svc/client'
import { type Field, inWords } from '@svc/model'
import { Badge } from '../design/badge.tsx'
import { classes } from '../design/classes.ts'
import { exactly } from '../words/figures.ts'
import { useAreaParts } from './area-parts.ts'
import { RefLink } from './ref-link.tsx'
import { safeAddress } from '../words/safe-address.ts'
import { TierBadge } from './tier-badge.tsx'
import { longTime, shortTime, utcDay } from '../words/times.ts'
import styles from './cell.module.css'

const maxRefs = 2
const maxWords = 3

export interface CellProps {
  readonly field: Field
  readonly value: unknown
  /** The record it belongs to: some numbers have their unit in another field. */
  readonly record?: Fields
}

/** The value of any field, short enough for a row of a list. */
export function Cell({ field, value, record = {} }: CellProps) {
  if (isNothing(value)) return <None />
  switch (field.type) {
    case 'ref':
      return <RefLink id={String(value)} />
    case 'refs':
      return <Refs ids={(value as readonly unknown[]).map(String)} />
    case 'enum':
      return <Badge word={String(value)} />
    case 'boolean':
      return value ? 'Yes' : 'No'
    case 'timestamp':
      return field.traits.reads === 'day' ? utcDay(String(value)) : <Time at={String(value)} />
    case 'texts':
      return <Words words={(value as readonly unknown[]).map((one) => wordOf(field, String(one)))} />
    case 'integer':
    case 'number':
      return field.traits.reads === 'tier' ? (
        <TierBadge tier={Number(value)} />
      ) : (
        <Figure field={field} value={Number(value)} record={record} />
      )
    case 'json':
      return Array.isArray(value) ? `${value.length} ${value.length === 1 ? 'entry' : 'entries'}` : 'set'
    default:
      return field.traits.reads === 'word' ? inWords(String(value)) : <Text text={String(value)} />
  }
}

function Figure({
  field,
  value,
  record,
}: {
  readonly field: Field
  readonly value: number
  readonly record: Fields
}) {
  const { figures } = useAreaParts()
  const { unit } = field.traits
  return (
    <span className={styles.number} title={exactly(value)}>
      {unit ? figures[unit](value, record) : exactly(value)}
    </span>
  )
}

export const isNothing = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)

/** Tags are shown as people wrote them; enum values in words, as elsewhere. */
export const wordOf = ({ schema }: Field, word: string): string => (schema.items?.enum ? inWords(word) : word)

/** Numbers are right-aligned. */
export const isFigure = ({ type, traits }: Field): boolean =>
  (type === 'integer' || type === 'number') && traits.reads !== 'tier'

export const Time = ({ at }: { readonly at: string }) => (
  <time dateTime={at} title={longTime(at)} className={styles.number}>
    {shortTime(at)}
  </time>
)

export const None = () => (
  <span className={styles.none}>
    <span aria-hidden>–</span>
    <span className={styles.unseen}>none</span>
  </span>
)

/** Tags, the first few of them unless all are wanted. */
export function Words({ words, isWhole }: { readonly words: readonly string[]; readonly isWhole?: boolean }) {
  const shown = isWhole ? words : words.slice(0, maxWords)
  const rest = words.length - shown.length
  return (
    <span
      className={classes(styles.words, isWhole && styles.whole)}
      title={rest > 0 ? words.join(', ') : undefined}
    >
      {shown.map((word) => (
        <span key={word} className={styles.word}>
          {word}
        </span>
      ))}
      {rest > 0 && <span className={styles.more}>+{rest}</span>}
    </span>
  )
}

const Refs = ({ ids }: { readonly ids: readonly string[] }) => (
  <span className={styles.words}>
    {ids.slice(0, maxRefs).map((id) => (
      <RefLink key={id} id={id} />
    ))}
    {ids.length > maxRefs && <span className={styles.more}>+{ids.length - maxRefs}</span>}
  </span>
)

function Text({ text }: { readonly text: string }) {
  const address = safeAddress(text)
  if (!address) return <span title={text}>{text}</span>
  return (
    <a href={address} target="_blank" rel="noreferrer">
      {text.replace(/^https?:\/\//, '')}
    </a>
  )
}
