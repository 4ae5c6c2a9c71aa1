import type { Field } from '@svc/model'
import { Badge } from '../../design/badge.tsx'
import { RefLink } from '../ref-link.tsx'
import { safeAddress } from '../safe-address.ts'
import { longTime, shortTime } from '../times.ts'
import styles from './cell.module.css'

/** All that a number can hold: a target of 99.9999 is not 100. */
const number = new Intl.NumberFormat(undefined, { maximumSignificantDigits: 15 })
const shownRefs = 2
const shownWords = 3

/** A value of any field, as short as a row of a list needs it. */
export function Cell({ field, value }: { readonly field: Field; readonly value: unknown }) {
  if (value === null || value === undefined || value === '') return <None />
  if (Array.isArray(value) && value.length === 0) return <None />
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
      return <Time at={String(value)} />
    case 'texts':
      return <Words words={(value as readonly unknown[]).map(String)} />
    case 'integer':
    case 'number':
      return <span className={styles.number}>{number.format(Number(value))}</span>
    case 'json':
      return Array.isArray(value) ? `${value.length} ${value.length === 1 ? 'entry' : 'entries'}` : 'set'
    default:
      return <Text text={String(value)} />
  }
}

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

/** Labels, the first few of them. */
export const Words = ({
  words,
  most = shownWords,
}: {
  readonly words: readonly string[]
  readonly most?: number
}) => (
  <span className={styles.words} title={words.length > most ? words.join(', ') : undefined}>
    {words.slice(0, most).map((word) => (
      <span key={word} className={styles.word}>
        {word}
      </span>
    ))}
    {words.length > most && <span className={styles.more}>+{words.length - most}</span>}
  </span>
)

const Refs = ({ ids }: { readonly ids: readonly string[] }) => (
  <span className={styles.words}>
    {ids.slice(0, shownRefs).map((id) => (
      <RefLink key={id} id={id} />
    ))}
    {ids.length > shownRefs && <span className={styles.more}>+{ids.length - shownRefs}</span>}
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
