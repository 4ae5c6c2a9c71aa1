import { keyInWords, kinds, type Kinds, type Resource } from '@svc/model'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { RotateCw } from 'lucide-react'
import { keyOf } from '../../../api/records.ts'
import { useMode } from '../../../session/mode.tsx'
import { Badge } from '../../../design/badge.tsx'
import { Button } from '../../../design/button.tsx'
import { Card } from '../../../design/card.tsx'
import { Empty } from '../../../design/empty.tsx'
import { Problem } from '../../../design/problem.tsx'
import { Select } from '../../../design/select.tsx'
import { Skeleton } from '../../../design/skeleton.tsx'
import { tell, tellTrouble } from '../../../design/toast.tsx'
import parts from '../../../design/parts.module.css'
import { ShowMore } from '../../../design/show-more.tsx'
import { Table, Td } from '../../../design/table.tsx'
import { useAction } from '../../../api/use-call.ts'
import { When } from '../../../words/when.tsx'
import styles from './webhooks.module.css'

type Delivery = Resource<Kinds['webhookDelivery']>

const statuses: readonly string[] = (kinds.webhookDelivery.fields.status.schema.enum ?? []).map(String)

/** Deliveries, newest first, with their outcome. */
export function DeliveriesCard({ webhookId }: { readonly webhookId: string }) {
  const { client, mode } = useMode()
  const go = useNavigate()
  // Any other value in the address bar is left for the server to refuse.
  const { status } = useSearch({ strict: false }) as Partial<Pick<Delivery, 'status'>>
  const found = useInfiniteQuery({
    queryKey: [...keyOf(mode, kinds.webhook), 'deliveries', webhookId, status],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam: cursor, signal }) =>
      client.call('listWebhookDeliveries', {
        params: { webhookId },
        query: { limit: 50, status, cursor },
        signal,
      }),
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  })
  const again = useAction(kinds.webhook, 'redeliverWebhook')
  const redeliver = (deliveryId: string) =>
    again.mutate(
      { params: { webhookId, deliveryId } },
      {
        onSuccess: (made) =>
          made.status === 'delivered'
            ? tell('Delivered', made.eventType)
            : tellTrouble('Not delivered', made.error ?? undefined),
        onError: (error) => tellTrouble('Not sent', error),
      },
    )
  const deliveries = found.data?.pages.flatMap((page) => page.deliveries)
  return (
    <Card
      title="Deliveries"
      isFlush
      actions={
        <div className={styles.filter}>
          <Select
            aria-label="Filter deliveries"
            value={status ?? 'all'}
            options={['all', ...statuses].map((one) => ({ value: one, label: keyInWords(one) }))}
            onChange={(next) =>
              void go({ to: '.', search: { status: next === 'all' ? undefined : next }, replace: true })
            }
          />
        </div>
      }
    >
      {found.isError && <Problem error={found.error} onRetry={() => void found.refetch()} />}
      {found.isPending && <Skeleton rows={3} />}
      {deliveries?.length === 0 && (
        <Empty icon={RotateCw} title="No deliveries yet">
          Send a ping, or change something it subscribes to. Deliveries are kept for 30 days.
        </Empty>
      )}
      {deliveries && deliveries.length > 0 && (
        <Table label="Deliveries" columns={['Event', 'Status', 'Response', 'Last tried', '']}>
          {deliveries.map((one) => (
            <tr key={one.id}>
              <Td>
                <div>{one.eventType}</div>
                {one.error && <div className={styles.error}>{one.error}</div>}
              </Td>
              <Td name="Status">
                <Badge word={one.status} />
                {one.attempts > 1 && <span className={parts.faint}> {one.attempts} attempts</span>}
              </Td>
              <Td name="Response">
                {one.responseStatus ?? '–'}
                {one.durationMs !== null && <span className={parts.faint}> {one.durationMs} ms</span>}
              </Td>
              <Td name="Last tried">
                <When at={one.lastAttemptAt} />
                {one.nextAttemptAt && (
                  <div className={parts.faint}>
                    retry <When at={one.nextAttemptAt} />
                  </div>
                )}
              </Td>
              <Td>
                <Button
                  look="quiet"
                  aria-label={`Redeliver ${one.eventType}`}
                  disabled={again.isPending}
                  onClick={() => redeliver(one.id)}
                >
                  <RotateCw aria-hidden /> Redeliver
                </Button>
              </Td>
            </tr>
          ))}
        </Table>
      )}
      <ShowMore pages={found} />
    </Card>
  )
}
