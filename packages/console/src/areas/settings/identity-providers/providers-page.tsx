import { kinds, type Kinds, type Resource } from '@svc/model'
import { Link } from '@tanstack/react-router'
import { Plus, ScanFace } from 'lucide-react'
import { useState } from 'react'
import { useRecords } from '../../../api/records.ts'
import { Badge } from '../../../design/badge.tsx'
import { Button } from '../../../design/button.tsx'
import { Card } from '../../../design/card.tsx'
import { Empty } from '../../../design/empty.tsx'
import parts from '../../../design/parts.module.css'
import { PageHead } from '../../../design/page-head.tsx'
import { Problem } from '../../../design/problem.tsx'
import { Skeleton } from '../../../design/skeleton.tsx'
import { Table, Td } from '../../../design/table.tsx'
import type { ControlType } from '../../../form/control-type.ts'
import { When } from '../../../words/when.tsx'
import { AddProviderDialog } from './add-provider-dialog.tsx'
import styles from './providers.module.css'
import { warningInWords } from './setting-words.ts'

export type Provider = Resource<Kinds['identityProvider']>

/** The organisation's identity providers; there are few. */
export function useProviders() {
  const found = useRecords(kinds.identityProvider)
  const providers = found.data?.pages.flatMap(({ items }) => items)
  return { ...found, providers }
}

/** One of them. */
export const choiceOf = (providers: readonly Provider[]): ControlType => ({
  type: 'choice',
  options: providers.map(({ id, name }) => ({ value: id, label: name })),
})

export function ProvidersPage() {
  const { providers, ...found } = useProviders()
  const [isAdding, setAdding] = useState(false)
  const add = (
    <Button look="primary" onClick={() => setAdding(true)}>
      <Plus aria-hidden />
      Add a provider
    </Button>
  )
  return (
    <>
      <PageHead
        title="Identity providers"
        lead="Let members sign in with an account they already have."
        actions={add}
      />
      <Card isFlush>
        {found.isError && <Problem error={found.error} onRetry={() => void found.refetch()} />}
        {found.isPending && <Skeleton rows={3} />}
        {providers?.length === 0 && (
          <Empty icon={ScanFace} title="No identity provider yet" actions={add}>
            Add your company’s identity provider by OpenID Connect or SAML, and test it before anyone has to
            use it.
          </Empty>
        )}
        {providers && providers.length > 0 && (
          <Table label="Identity providers" columns={['Name', 'Protocol', 'Status', 'Last test']}>
            {providers.map(({ id, name, protocol, status, lastTestedAt, lastTestResult, saml }) => (
              <tr key={id}>
                <Td>
                  <Link to="/settings/identity-providers/$id" params={{ id }} className={styles.name}>
                    {name}
                  </Link>
                </Td>
                <Td name="Protocol">{protocol === 'oidc' ? 'OpenID Connect' : 'SAML'}</Td>
                <Td name="Status">
                  <Badge word={status} />
                  {saml?.warning && <div className={parts.faint}>{warningInWords(saml.warning)}</div>}
                </Td>
                <Td name="Last test">
                  {lastTestResult && <Badge word={lastTestResult} />}{' '}
                  <When at={lastTestedAt} otherwise="never tested" />
                </Td>
              </tr>
            ))}
          </Table>
        )}
      </Card>
      {isAdding && <AddProviderDialog onClose={() => setAdding(false)} />}
    </>
  )
}
