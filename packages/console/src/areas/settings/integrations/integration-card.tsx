import { keyInWords, kinds, type Kinds, type Resource } from '@svc/model'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { Badge } from '../../../design/badge.tsx'
import { Button, buttonClass } from '../../../design/button.tsx'
import { Note } from '../../../design/note.tsx'
import { tell } from '../../../design/toast.tsx'
import { said } from '../../../design/trouble.ts'
import { ConfirmDialog } from '../../../design/confirm-dialog.tsx'
import parts from '../../../design/parts.module.css'
import { useAction } from '../../../api/use-call.ts'
import { integrationAbout } from './integration-about.ts'
import { integrationIcons } from './integration-icons.ts'
import styles from './integrations.module.css'

export type Integration = Resource<Kinds['integration']>

interface IntegrationCardProps {
  readonly integration: Integration
  onConfigure(): void
}

export function IntegrationCard({ integration, onConfigure }: IntegrationCardProps) {
  const { type, displayName, isConfigured, summary } = integration
  const Icon = integrationIcons[type]
  const test = useAction(kinds.integration, 'testIntegration')
  const remove = useAction(kinds.integration, 'deleteIntegration')
  const [isRemoving, setRemoving] = useState(false)
  const params = { type }
  const facts = Object.entries(summary).filter(([, value]) => inWords(value) !== '')
  return (
    <section className={styles.card} aria-label={displayName}>
      <div className={styles.head}>
        <Icon aria-hidden />
        <h2>{displayName}</h2>
        {isConfigured && <Badge word="configured" />}
      </div>
      <p className={parts.soft}>{integrationAbout(type)}</p>
      {facts.length > 0 && (
        <dl className={styles.facts}>
          {facts.map(([key, value]) => (
            <Fact key={key} name={keyInWords(key)} value={inWords(value)} />
          ))}
        </dl>
      )}
      {test.data && <Note tone={test.data.ok ? 'good' : 'bad'}>{test.data.message}</Note>}
      {test.error && <Note tone="bad">{said(test.error)}</Note>}
      <div className={styles.actions}>
        {type === 'webhooks' ? (
          <Link to="/settings/webhooks" className={buttonClass('secondary')}>
            Open webhooks
          </Link>
        ) : (
          <Button
            aria-label={`${isConfigured ? 'Change' : 'Configure'} ${displayName}`}
            onClick={onConfigure}
          >
            {isConfigured ? 'Change' : 'Configure'}
          </Button>
        )}
        {isConfigured && type !== 'webhooks' && (
          <>
            <Button
              aria-label={`Test ${displayName}`}
              disabled={test.isPending}
              onClick={() => test.mutate({ params })}
            >
              {test.isPending ? 'Testing…' : 'Test'}
            </Button>
            <Button look="danger" aria-label={`Remove ${displayName}`} onClick={() => setRemoving(true)}>
              Remove
            </Button>
          </>
        )}
      </div>
      <ConfirmDialog
        isOpen={isRemoving}
        title={`Remove ${displayName}?`}
        verb="Remove"
        onClose={() => setRemoving(false)}
        onConfirm={async () => {
          await remove.mutateAsync({ params })
          test.reset()
          tell('Removed', displayName)
        }}
      >
        Its configuration will be deleted; the vault items stay.
      </ConfirmDialog>
    </section>
  )
}

const Fact = ({ name, value }: { readonly name: string; readonly value: string }) => (
  <>
    <dt>{name}</dt>
    <dd>{value}</dd>
  </>
)

function inWords(value: unknown): string {
  if (value === null || value === undefined) return ''
  return Array.isArray(value) ? value.join(', ') : String(value)
}
