import type { Fields } from '@svc/client'
import { capital, fieldLabel, type FieldType, type Kind, severalOfKind, titleOf } from '@svc/model'
import { Link } from '@tanstack/react-router'
import { Badge } from '../design/badge.tsx'
import { PageHead } from '../design/page-head.tsx'
import { RefLink } from '../values/ref-link.tsx'
import { RecordActions } from './record-actions.tsx'
import styles from './record-page.module.css'

export function RecordHead({ kind, record }: { readonly kind: Kind; readonly record: Fields }) {
  // The same as in a list: its status, and what it belongs to.
  const shownOf = (type: FieldType) =>
    (kind.columns ?? []).filter((key) => kind.fields[key]?.type === type && record[key])
  const words = shownOf('enum')
  const refs = shownOf('ref')
  const isHidden = kind.hiddenBy !== undefined && record[kind.hiddenBy] === true
  const list: string = kind.path
  return (
    <PageHead
      title={titleOf(kind, record)}
      above={<Link to={list}>{capital(severalOfKind(kind))}</Link>}
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
