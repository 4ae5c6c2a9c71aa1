import { kinds } from '@svc/model'
import { Globe, Plus } from 'lucide-react'
import { useState } from 'react'
import { useRecords } from '../../../api/records.ts'
import { Button } from '../../../design/button.tsx'
import { Card } from '../../../design/card.tsx'
import { Empty } from '../../../design/empty.tsx'
import { Problem } from '../../../design/problem.tsx'
import { Skeleton } from '../../../design/skeleton.tsx'
import { DomainDialog } from './domain-dialog.tsx'
import { DomainRow } from './domain-row.tsx'
import { MailedLink } from './mailed-link.tsx'

export function DomainsCard() {
  const found = useRecords(kinds.ssoDomain)
  const [isAdding, setAdding] = useState(false)
  const domains = found.data?.pages.flatMap(({ items }) => items)
  const add = (
    <Button onClick={() => setAdding(true)}>
      <Plus aria-hidden />
      Add a domain
    </Button>
  )
  return (
    <Card title="Domains" isFlush actions={domains && domains.length > 0 && add}>
      {found.isError && <Problem error={found.error} onRetry={() => void found.refetch()} />}
      {found.isPending && <Skeleton rows={3} />}
      {domains?.length === 0 && (
        <Empty icon={Globe} title="No domains yet" actions={add}>
          Add the domain of your e-mail addresses, and verify it by publishing a value that svc gives you, or
          by a link that svc mails to its postmaster.
        </Empty>
      )}
      {domains && <MailedLink domains={domains} />}
      {domains?.map((domain) => (
        <DomainRow key={domain.id} domain={domain} />
      ))}
      {isAdding && <DomainDialog onClose={() => setAdding(false)} />}
    </Card>
  )
}
