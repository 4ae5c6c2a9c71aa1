import { kinds } from '@svc/model'
import { Button } from '../../../design/button.tsx'
import { Card } from '../../../design/card.tsx'
import { Note } from '../../../design/note.tsx'
import { said } from '../../../design/trouble.ts'
import parts from '../../../design/parts.module.css'
import { useAction } from '../../../api/use-call.ts'

export function ProviderTest({ id }: { readonly id: string }) {
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
      {!test.error && !test.data && (
        <p className={parts.soft}>
          Save first, then test: svc reads what the provider publishes and fills in empty fields.
        </p>
      )}
    </Card>
  )
}
