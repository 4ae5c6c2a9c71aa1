import type { NamedRecord } from '@svc/client'
import { capital, type Kind, plain, severalOfKind, titleOf } from '@svc/model'
import { Link } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { useRecords } from '../../api/records.ts'
import { Badge } from '../../design/badge.tsx'
import { buttonClass } from '../../design/button.tsx'
import { Card } from '../../design/card.tsx'
import { Problem } from '../../design/problem.tsx'
import { Skeleton } from '../../design/skeleton.tsx'
import { pathOf, RefLink } from '../../values/ref-link.tsx'
import { useMay } from '../../api/use-may.ts'
import styles from './all-page.module.css'

const maxShown = 6

/** The newest records of a kind, and a link to all of them. */
export function NewestCard({ kind }: { readonly kind: Kind }) {
  const found = useRecords(kind)
  const mayCreate = useMay(kind, 'create')
  const items = found.data?.pages[0]?.items
  const list: string = kind.path
  return (
    <Card
      title={capital(severalOfKind(kind))}
      isFlush
      actions={
        <>
          {items && items.length > 0 && (
            <Link to={list} className={buttonClass('quiet')}>
              {found.hasNextPage ? 'All' : `All ${items.length}`}
            </Link>
          )}
          {mayCreate && (
            <Link
              to={`${list}/new`}
              className={buttonClass('quiet', true)}
              aria-label={`New ${kind.noun}`}
              title={`New ${kind.noun}`}
            >
              <Plus aria-hidden />
            </Link>
          )}
        </>
      }
    >
      {found.error && !items ? (
        <Problem error={found.error} />
      ) : !items ? (
        <Skeleton rows={maxShown} />
      ) : items.length === 0 ? (
        <p className={styles.none}>{plain(kind.about, kind)}</p>
      ) : (
        <ul className={styles.list}>
          {items.slice(0, maxShown).map((record) => (
            <li key={String(record.id)}>
              <Link to={pathOf(list, String(record.id))}>{titleOf(kind, record)}</Link>
              <span className={styles.about}>
                {Boolean(record.ownerTeamId) && <RefLink id={String(record.ownerTeamId)} />}
                {Boolean(record.lifecycle) && <Badge word={String(record.lifecycle)} />}
              </span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}

interface FoundCardProps {
  readonly kind: Kind
  readonly found: readonly NamedRecord[]
  readonly q: string
  /** How many are requested per kind: with this many, there may be more. */
  readonly most: number
}

/** The matches of a kind, those that begin with the words first. */
export function FoundCard({ kind, found, q, most: asked }: FoundCardProps) {
  const list: string = kind.path
  return (
    <Card
      title={`${capital(severalOfKind(kind))} · ${found.length}${found.length >= asked ? '+' : ''}`}
      isFlush
      actions={
        <Link to={list} search={{ q } as never} className={buttonClass('quiet')}>
          Show in the list
        </Link>
      }
    >
      <ul className={styles.list}>
        {found.map(({ id, name }) => (
          <li key={id}>
            <Link to={pathOf(list, id)}>{name}</Link>
          </li>
        ))}
      </ul>
    </Card>
  )
}
