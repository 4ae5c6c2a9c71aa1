import { kinds } from '@svc/model'
import { Button } from '../../../design/button.tsx'
import { Card } from '../../../design/card.tsx'
import { Note } from '../../../design/note.tsx'
import { said } from '../../../design/trouble.ts'
import parts from '../../../design/parts.module.css'
import { useAction } from '../../../api/use-call.ts'

interface ProviderTestProps {
  readonly id: string
  readonly protocol: keyof typeof steps
}

/** What a test does. */
const steps = {
  oidc: 'svc reads what the provider publishes and fills in empty fields.',
  saml: 'svc reads the metadata, if its URL is set, and checks the certificate and the sign-in URL.',
}

export function ProviderTest({ id, protocol }: ProviderTestProps) {
  const test = useAction(kinds.identityProvider, 'testIdentityProvider')
  return (
    <Card
      title="Test the connection"
      actions={
        <Button disabled={test.isPending} onClick={() => test.mutate({ params: { providerId: id } })}>
          {test.isPending ? 'Testing…' : 'Test'}
        </Button>
      }
    >
      {test.error && <Note tone="bad">{said(test.error)}</Note>}
      {test.data && <Note tone={test.data.ok ? 'good' : 'bad'}>{String(test.data.message)}</Note>}
      {!test.error && !test.data && <p className={parts.soft}>Save first, then test: {steps[protocol]}</p>}
    </Card>
  )
}
