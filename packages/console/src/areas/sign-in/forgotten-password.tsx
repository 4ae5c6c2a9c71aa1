import { useQuery } from '@tanstack/react-query'
import { Button } from '../../design/button.tsx'
import { waysInForAll } from './ways-in.ts'

/** Only where svc sends mail; elsewhere an admin hands a link over. */
export function ForgottenPassword({ onAsk }: { readonly onAsk: () => void }) {
  const found = useQuery(waysInForAll)
  if (!found.data?.resetByMail) return null
  return (
    <Button look="quiet" onClick={onAsk}>
      Forgotten your password?
    </Button>
  )
}
