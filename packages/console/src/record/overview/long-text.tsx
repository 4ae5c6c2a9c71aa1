import type { Fields } from '@svc/client'
import { fieldLabel, type Kind } from '@svc/model'
import { Card } from '../../design/card.tsx'
import styles from '../record-page.module.css'
import { isLongText } from './facts.tsx'

/** Long texts, with their line breaks. */
export function LongText({ kind, record }: { readonly kind: Kind; readonly record: Fields }) {
  const texts = Object.entries(kind.fields).filter(
    ([key, { type, schema, traits }]) =>
      type === 'text' &&
      isLongText(schema.maxLength) &&
      !traits.internal &&
      traits.reads !== 'markdown' &&
      record[key],
  )
  return texts.map(([key]) => (
    <Card key={key} title={fieldLabel(kind, key)}>
      <p className={styles.prose}>{String(record[key])}</p>
    </Card>
  ))
}
