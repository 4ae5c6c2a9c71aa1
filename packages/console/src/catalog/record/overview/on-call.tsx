import { kinds } from '@svc/model'
import { Link } from '@tanstack/react-router'
import { useRecords } from '../../../api/records.ts'
import { Card } from '../../../design/card.tsx'
import { Skeleton } from '../../../design/skeleton.tsx'
import { titleOf } from '../../list/columns.ts'
import { pathOf, RefLink } from '../../ref-link.tsx'
import { longTime } from '../../times.ts'
import { useMay } from '../../use-may.ts'
import styles from '../record-page.module.css'

/** Who is on call for a team, by each of its bindings. */
export function OnCall({ scope, id }: { readonly scope: string; readonly id: string }) {
  const found = useRecords(kinds.oncallBinding, { scope, targetId: id })
  const mayCreate = useMay(kinds.oncallBinding, 'create')
  const bindings = found.data?.pages.flatMap(({ items }) => items) ?? []
  const create: string = `${kinds.oncallBinding.path}/new`
  return (
    <Card title="On call now">
      {found.isPending ? (
        <Skeleton rows={2} />
      ) : bindings.length === 0 ? (
        <p className={styles.quiet}>
          Nobody says who is on call.{' '}
          {mayCreate && (
            <Link to={create} search={{ scope, targetId: id } as never}>
              Add an on-call binding
            </Link>
          )}
        </p>
      ) : (
        <dl className={styles.side}>
          {bindings.map((binding) => (
            <div key={String(binding.id)}>
              <dt>
                <Link to={pathOf(kinds.oncallBinding.path, String(binding.id))}>
                  {titleOf(kinds.oncallBinding, binding)}
                </Link>
              </dt>
              <dd>
                {binding.currentlyOnCallUserUid ? (
                  <RefLink id={String(binding.currentlyOnCallUserUid)} />
                ) : (
                  String(binding.currentlyOnCallUserName ?? 'Nobody')
                )}
                {Boolean(binding.currentShiftEndsAt) && (
                  <span className={styles.quiet}> until {longTime(String(binding.currentShiftEndsAt))}</span>
                )}
              </dd>
            </div>
          ))}
        </dl>
      )}
    </Card>
  )
}
