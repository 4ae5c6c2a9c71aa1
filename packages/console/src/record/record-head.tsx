import type { Fields } from '@svc/client'
import { fieldLabel, type FieldType, type Kind, titleOf } from '@svc/model'
import { Badge } from '../design/badge.tsx'
import { PageHead } from '../design/page-head.tsx'
import { RefLink } from '../values/ref-link.tsx'
import { Crumbs } from './crumbs.tsx'
import { RecordActions } from './record-actions.tsx'
import styles from './record-page.module.css'

export function RecordHead({ kind, record }: { readonly kind: Kind; readonly record: Fields }) {
  // The same as in a list: its status, and what it belongs to.
  const shownOf = (type: FieldType) =>
    (kind.columns ?? []).filter((key) => kind.fields[key]?.type === type && record[key])
  const words = shownOf('enum')
  const refs = shownOf('ref')
  const isHidden = kind.hiddenBy !== undefined && record[kind.hiddenBy] === true
  return (
    <PageHead
      title={titleOf(kind, record)}
      above={<Crumbs kind={kind} id={String(record.id)} />}
      lead={
        (isHidden || words.length + refs.length > 0) && (
          <span className={styles.facts}>
            {isHidden && <Badge word={kind.hiddenBy ?? ''} />}
            {words.map((key) => (
              <Badge key={key} word={String(record[key])} />
            ))}
            {refs.map((key) => (
              <span key={key}>
                <span className={styles.quiet}>{fieldLabel(kind, key)}</span>{' '}
                <RefLink id={String(record[key])} />
              </span>
            ))}
          </span>
        )
      }
      actions={<RecordActions kind={kind} record={record} />}
    />
  )
}
