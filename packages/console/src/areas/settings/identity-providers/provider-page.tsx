import { kinds } from '@svc/model'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useDelete, useRecord } from '../../../api/records.ts'
import { Badge } from '../../../design/badge.tsx'
import { Button } from '../../../design/button.tsx'
import { Note } from '../../../design/note.tsx'
import { PageHead } from '../../../design/page-head.tsx'
import { Problem } from '../../../design/problem.tsx'
import { Skeleton } from '../../../design/skeleton.tsx'
import { ConfirmDialog } from '../../../design/confirm-dialog.tsx'
import { When } from '../../../words/when.tsx'
import { ProviderForm } from './provider-form.tsx'
import { ProviderTest } from './provider-test.tsx'
import { RefusedAttempts } from './refused-attempts.tsx'
import { warningInWords } from './setting-words.ts'
import { SetUpSteps } from './set-up-steps.tsx'
import { SignInTrial } from './sign-in-trial.tsx'

export function ProviderPage() {
  const { id = '' } = useParams({ strict: false })
  const found = useRecord(kinds.identityProvider, id)
  const remove = useDelete(kinds.identityProvider)
  const go = useNavigate()
  const [isDeleting, setDeleting] = useState(false)
  const [taken, setTaken] = useState(0)
  if (found.isError) return <Problem isPage error={found.error} onRetry={() => void found.refetch()} />
  if (!found.data) return <Skeleton />
  const provider = found.data.record
  const { name, protocol, status, lastTestedAt, lastTestResult } = provider
  return (
    <>
      <PageHead
        title={name}
        above={<Link to="/settings/identity-providers">Identity providers</Link>}
        lead={
          <>
            {protocol === 'oidc' ? 'OpenID Connect' : 'SAML'} · <Badge word={status} />
            {lastTestResult && (
              <>
                {' '}
                · tested <When at={lastTestedAt} /> <Badge word={lastTestResult} />
              </>
            )}
          </>
        }
        actions={
          <Button look="danger" onClick={() => setDeleting(true)}>
            <Trash2 aria-hidden />
            Delete
          </Button>
        }
      />
      {provider.saml?.warning && <Note tone="warn">{warningInWords(provider.saml.warning)}</Note>}
      <SetUpSteps provider={provider} onMetadata={() => setTaken(taken + 1)} />
      {/* A test and metadata fill in fields, so the form starts over. */}
      <ProviderForm key={`${id} ${lastTestedAt} ${taken}`} provider={provider} etag={found.data.etag} />
      <ProviderTest id={id} protocol={protocol} />
      <SignInTrial id={id} protocol={protocol} />
      <RefusedAttempts id={id} />
      <ConfirmDialog
        isOpen={isDeleting}
        title={`Delete ${name}?`}
        verb="Delete"
        onClose={() => setDeleting(false)}
        onConfirm={async () => {
          await remove.mutateAsync(id)
          await go({ to: '/settings/identity-providers' })
        }}
      >
        Nobody can sign in through it any more. Its group mappings are deleted and what they gave is taken
        back, and domains that use it will have no provider.
      </ConfirmDialog>
    </>
  )
}
