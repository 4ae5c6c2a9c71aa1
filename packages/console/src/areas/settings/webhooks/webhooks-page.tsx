import { kinds, type Kinds, type Resource } from '@svc/model'
import { Link, useNavigate } from '@tanstack/react-router'
import { Plus, Webhook as WebhookIcon } from 'lucide-react'
import { useState } from 'react'
import { useRecords } from '../../../api/records.ts'
import { Badge } from '../../../design/badge.tsx'
import { Button } from '../../../design/button.tsx'
import { Card } from '../../../design/card.tsx'
import { Empty } from '../../../design/empty.tsx'
import { PageHead } from '../../../design/page-head.tsx'
import { Problem } from '../../../design/problem.tsx'
import { Skeleton } from '../../../design/skeleton.tsx'
import parts from '../../../design/parts.module.css'
import { SecretDialog } from '../../../design/secret-dialog.tsx'
import { Table, Td } from '../../../design/table.tsx'
import { useAction } from '../../../api/use-call.ts'
import { WebhookDialog } from './webhook-dialog.tsx'
import styles from './webhooks.module.css'

export type Webhook = Resource<Kinds['webhook']>

export function WebhooksPage() {
  const found = useRecords(kinds.webhook)
  const create = useAction(kinds.webhook, 'createWebhook')
  const go = useNavigate()
  const [isAdding, setAdding] = useState(false)
  const [created, setCreated] = useState<{ readonly id: string; readonly secret: string }>()
  const webhooks = found.data?.pages.flatMap(({ items }) => items)
  const add = (
    <Button look="primary" onClick={() => setAdding(true)}>
      <Plus aria-hidden />
      New webhook
    </Button>
  )
  return (
    <>
      <PageHead
        title="Webhooks"
        lead="Send every change to a URL: signed, in order and at least once."
        actions={add}
      />
      <Card isFlush>
        {found.isError && <Problem error={found.error} onRetry={() => void found.refetch()} />}
        {found.isPending && <Skeleton rows={3} />}
        {webhooks?.length === 0 && (
          <Empty icon={WebhookIcon} title="No webhooks yet" actions={add}>
            Send events to a chat, a pipeline or a data warehouse.
          </Empty>
        )}
        {webhooks && webhooks.length > 0 && (
          <Table label="Webhooks" columns={['URL', 'Events', 'Status']}>
            {webhooks.map(({ id, url, description, eventTypes, status }) => (
              <tr key={id}>
                <Td>
                  <Link to="/settings/webhooks/$id" params={{ id }} className={styles.url}>
                    {url}
                  </Link>
                  {description && <div className={parts.faint}>{description}</div>}
                </Td>
                <Td name="Events">{eventTypes.length === 0 ? 'all events' : eventTypes.join(', ')}</Td>
                <Td name="Status">
                  <Badge word={status} />
                </Td>
              </tr>
            ))}
          </Table>
        )}
      </Card>
      {isAdding && (
        <WebhookDialog
          title="New webhook"
          verb="Create"
          onClose={() => setAdding(false)}
          onSend={async (body) => {
            setCreated(await create.mutateAsync({ body }))
            setAdding(false)
          }}
        />
      )}
      <SecretDialog
        secret={created?.secret}
        title="The signing secret"
        noun="signing secret"
        onClose={() => {
          setCreated(undefined)
          if (created) void go({ to: '/settings/webhooks/$id', params: { id: created.id } })
        }}
      >
        <p className={parts.soft}>
          The receiver checks each message with it, as the Standard Webhooks libraries do in any language.
        </p>
      </SecretDialog>
    </>
  )
}
