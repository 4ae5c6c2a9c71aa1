import { inWords, kinds } from '@svc/model'
import { Link } from '@tanstack/react-router'
import { ExternalLink, Plus } from 'lucide-react'
import { useRecords } from '../../api/records.ts'
import { buttonClass } from '../../design/button.tsx'
import { Card } from '../../design/card.tsx'
import { Skeleton } from '../../design/skeleton.tsx'
import { pathOf } from '../../values/ref-link.tsx'
import { safeAddress } from '../../words/safe-address.ts'
import type { RecordProps } from '../../values/area-parts.ts'
import { entityKindOf } from '../../values/entity-look.ts'
import { useMay } from '../../api/use-may.ts'
import styles from '../../record/record-page.module.css'

/** Links from an entity to pages elsewhere. */
export function Links({ kind, record }: RecordProps) {
  const entityKind = entityKindOf(kind.name)
  const id = String(record.id)
  const found = useRecords(kinds.link, { entityKind, entityId: id })
  const mayCreate = useMay(kinds.link, 'create')
  const links = found.data?.pages.flatMap(({ items }) => items) ?? []
  const create: string = `${kinds.link.path}/new`
  return (
    <Card
      title="Links"
      actions={
        mayCreate && (
          <Link
            to={create}
            search={{ entityKind, entityId: id } as never}
            className={buttonClass('quiet', true)}
            aria-label="Add a link"
            title="Add a link"
          >
            <Plus aria-hidden />
          </Link>
        )
      }
    >
      {found.isPending ? (
        <Skeleton rows={2} />
      ) : links.length === 0 ? (
        <p className={styles.quiet}>No links yet: add its dashboard, logs or documentation.</p>
      ) : (
        <ul className={styles.links}>
          {links.map((link) => {
            const address = safeAddress(String(link.url))
            return (
              <li key={String(link.id)}>
                {address ? (
                  <a href={address} target="_blank" rel="noreferrer">
                    {String(link.title)}
                    <ExternalLink aria-label="opens in a new tab" />
                  </a>
                ) : (
                  String(link.title)
                )}
                <Link to={pathOf(kinds.link.path, String(link.id))} className={styles.quiet}>
                  {inWords(String(link.type))}
                </Link>
              </li>
            )
          })}
        </ul>
      )}
    </Card>
  )
}
