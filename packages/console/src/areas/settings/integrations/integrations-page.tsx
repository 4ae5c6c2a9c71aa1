import { isConfigured, kinds } from '@svc/model'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { PageHead } from '../../../design/page-head.tsx'
import { Problem } from '../../../design/problem.tsx'
import { Skeleton } from '../../../design/skeleton.tsx'
import { useCall } from '../../../api/use-call.ts'
import { ConfigureDialog } from './configure-dialog.tsx'
import { IntegrationCard } from './integration-card.tsx'
import styles from './integrations.module.css'

export function IntegrationsPage() {
  const found = useCall(kinds.integration, 'listIntegrations')
  const { configure } = useSearch({ strict: false }) as { readonly configure?: string }
  const go = useNavigate()
  const open = (type: string | undefined) => void go({ to: '.', search: { configure: type } })
  const all = found.data?.integrations
  const chosen = all?.find(({ type }) => type === configure)
  return (
    <>
      <PageHead
        title="Integrations"
        lead="Connections to tools you already use. Their secrets stay in the vault and are only referenced here."
      />
      {found.isError && <Problem error={found.error} onRetry={() => void found.refetch()} />}
      {found.isPending && <Skeleton />}
      <div className={styles.cards}>
        {all?.map((integration) => (
          <IntegrationCard
            key={integration.type}
            integration={integration}
            onConfigure={() => open(integration.type)}
          />
        ))}
      </div>
      {chosen && isConfigured(chosen.type) && (
        <ConfigureDialog integration={chosen} type={chosen.type} onClose={() => open(undefined)} />
      )}
    </>
  )
}
