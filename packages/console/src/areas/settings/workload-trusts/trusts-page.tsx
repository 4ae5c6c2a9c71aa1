import { kinds } from '@svc/model'
import { Plus, Workflow } from 'lucide-react'
import { useState } from 'react'
import { useRecords } from '../../../api/records.ts'
import { Button } from '../../../design/button.tsx'
import { Card } from '../../../design/card.tsx'
import { Empty } from '../../../design/empty.tsx'
import { PageHead } from '../../../design/page-head.tsx'
import { Problem } from '../../../design/problem.tsx'
import { ShowMore } from '../../../design/show-more.tsx'
import { Skeleton } from '../../../design/skeleton.tsx'
import { Table } from '../../../design/table.tsx'
import { RefusedLately } from '../parts/refused-lately.tsx'
import { PipelineDialog } from './pipeline-dialog.tsx'
import type { Trust } from './trust.ts'
import { TrustDialog } from './trust-dialog.tsx'
import { TrustRow } from './trust-row.tsx'

/** Which pipelines may come in without a stored secret. */
export function TrustsPage() {
  const found = useRecords(kinds.workloadTrust)
  const [isAdding, setAdding] = useState(false)
  const [made, setMade] = useState<Trust>()
  const trusts = found.data?.pages.flatMap(({ items }) => items)
  const add = (
    <Button look="primary" onClick={() => setAdding(true)}>
      <Plus aria-hidden />
      New trust rule
    </Button>
  )
  return (
    <>
      <PageHead
        title="Pipelines"
        lead="Let jobs of GitHub Actions, GitLab CI and others sign in with a token of their platform, so that no secret is stored in CI."
        actions={add}
      />
      <Card isFlush>
        {found.isError && <Problem error={found.error} onRetry={() => void found.refetch()} />}
        {found.isPending && <Skeleton rows={3} />}
        {trusts?.length === 0 && (
          <Empty icon={Workflow} title="No trust rules yet" actions={add}>
            A rule says which jobs to trust, by the id of their repository, which nobody else can take over.
            You then get the complete pipeline file to copy.
          </Empty>
        )}
        {trusts && trusts.length > 0 && (
          <Table label="Trust rules" columns={['Rule', 'Jobs', 'Scopes', 'Last used', 'Status', '']}>
            {trusts.map((trust) => (
              <TrustRow key={trust.id} trust={trust} />
            ))}
          </Table>
        )}
        <ShowMore pages={found} />
      </Card>
      <RefusedLately
        query={{ type: 'workload_trust.refused', subjectKind: kinds.workloadTrust.name }}
        subject="Rule"
        none="Nothing has been refused. Tokens from an issuer that no rule names are refused without an entry here."
      />
      {isAdding && (
        <TrustDialog
          onClose={() => setAdding(false)}
          onSaved={(trust) => {
            setAdding(false)
            setMade(trust)
          }}
        />
      )}
      {made && <PipelineDialog trust={made} onClose={() => setMade(undefined)} />}
    </>
  )
}
