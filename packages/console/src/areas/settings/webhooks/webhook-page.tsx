import { kinds } from '@svc/model'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { KeyRound, Pencil, Power, PowerOff, Send, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useDelete, useRecord, useUpdate } from '../../../api/records.ts'
import { Badge } from '../../../design/badge.tsx'
import { Button } from '../../../design/button.tsx'
import { Card } from '../../../design/card.tsx'
import { Note } from '../../../design/note.tsx'
import { PageHead } from '../../../design/page-head.tsx'
import { Problem } from '../../../design/problem.tsx'
import { Skeleton } from '../../../design/skeleton.tsx'
import { tell, tellTrouble } from '../../../design/toast.tsx'
import { changed } from '../parts/changed.ts'
import { ConfirmDialog } from '../../../design/confirm-dialog.tsx'
import parts from '../../../design/parts.module.css'
import { RowMenu } from '../../../design/row-menu.tsx'
import { SecretDialog } from '../../../design/secret-dialog.tsx'
import { useAction } from '../../../api/use-call.ts'
import { When } from '../../../words/when.tsx'
import { DeliveriesCard } from './deliveries-card.tsx'
import { WebhookDialog } from './webhook-dialog.tsx'
import type { Webhook } from './webhooks-page.tsx'
import styles from './webhooks.module.css'

export function WebhookPage() {
  const { id = '' } = useParams({ strict: false })
  const found = useRecord(kinds.webhook, id)
  if (found.isError) return <Problem isPage error={found.error} onRetry={() => void found.refetch()} />
  if (!found.data) return <Skeleton />
  return <Shown key={id} webhook={found.data.record} />
}

function Shown({ webhook }: { readonly webhook: Webhook }) {
  const { id, url, description, eventTypes, status, disabledReason, createdAt } = webhook
  const params = { webhookId: id }
  const go = useNavigate()
  const update = useUpdate(kinds.webhook, id)
  const remove = useDelete(kinds.webhook)
  const test = useAction(kinds.webhook, 'testWebhook')
  const rotate = useAction(kinds.webhook, 'rotateWebhookSecret')
  const [doing, setDoing] = useState<'edit' | 'rotate' | 'delete'>()
  const [secret, setSecret] = useState<string>()
  const close = () => setDoing(undefined)
  const ping = () =>
    test.mutate(
      { params },
      {
        onSuccess: ({ status: result, responseStatus, durationMs, error }) =>
          result === 'delivered'
            ? tell('It works', `The receiver responded with ${responseStatus} in ${durationMs} ms.`)
            : tellTrouble(
                'The ping was not accepted',
                error ?? `The receiver responded with ${responseStatus}.`,
              ),
        onError: (error) => tellTrouble('Not sent', error),
      },
    )
  const isEnabled = status === 'enabled'
  return (
    <>
      <PageHead
        title={new URL(url).host}
        above={<Link to="/settings/webhooks">Webhooks</Link>}
        lead={description}
        actions={
          <>
            <Button disabled={test.isPending} onClick={ping}>
              <Send aria-hidden />
              {test.isPending ? 'Sending…' : 'Send a ping'}
            </Button>
            <RowMenu
              of="this webhook"
              items={[
                { label: 'Edit', icon: Pencil, onSelect: () => setDoing('edit') },
                {
                  label: isEnabled ? 'Disable' : 'Enable',
                  icon: isEnabled ? PowerOff : Power,
                  onSelect: () => update.mutate({ changes: { status: isEnabled ? 'disabled' : 'enabled' } }),
                },
                { label: 'Rotate the secret', icon: KeyRound, onSelect: () => setDoing('rotate') },
                { label: 'Delete', icon: Trash2, isDangerous: true, onSelect: () => setDoing('delete') },
              ]}
            />
          </>
        }
      />
      {disabledReason && <Note tone="warn">{disabledReason}</Note>}
      <Card>
        <dl className={styles.facts}>
          <dt>URL</dt>
          <dd className={parts.code}>{url}</dd>
          <dt>Events</dt>
          <dd>{eventTypes.length === 0 ? 'all events' : eventTypes.join(', ')}</dd>
          <dt>Status</dt>
          <dd>
            <Badge word={status} />
          </dd>
          <dt>Created</dt>
          <dd>
            <When at={createdAt} />
          </dd>
        </dl>
      </Card>
      <DeliveriesCard webhookId={id} />
      {doing === 'edit' && (
        <WebhookDialog
          title="Edit the webhook"
          verb="Save"
          start={webhook}
          onClose={close}
          onSend={async (given) => {
            await update.mutateAsync({ changes: changed(webhook, { ...given }) })
            close()
          }}
        />
      )}
      <ConfirmDialog
        isOpen={doing === 'rotate'}
        title="Rotate the signing secret?"
        verb="Rotate"
        onClose={close}
        onConfirm={async () => setSecret((await rotate.mutateAsync({ params })).secret)}
      >
        For 24 hours messages are signed with both secrets, so that the receiver has time to switch.
      </ConfirmDialog>
      <ConfirmDialog
        isOpen={doing === 'delete'}
        title="Delete this webhook?"
        verb="Delete"
        onClose={close}
        onConfirm={async () => {
          await remove.mutateAsync(id)
          await go({ to: '/settings/webhooks' })
        }}
      >
        Nothing more will be sent to {url}, and its delivery log is deleted.
      </ConfirmDialog>
      <SecretDialog
        secret={secret}
        title="The new signing secret"
        noun="signing secret"
        onClose={() => setSecret(undefined)}
      />
    </>
  )
}
