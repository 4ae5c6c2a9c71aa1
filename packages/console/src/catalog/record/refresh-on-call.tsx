import { kinds } from '@svc/model'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { RefreshCw } from 'lucide-react'
import { keyOf } from '../../api/records.ts'
import { useMode } from '../../app/mode.tsx'
import { useSession } from '../../app/session.tsx'
import { Button } from '../../design/button.tsx'
import { tell, tellTrouble } from '../../design/toast.tsx'

/** Asks the provider now who is on call, which is otherwise done every few minutes. */
export function RefreshOnCall({ id }: { readonly id: string }) {
  const { client, mode } = useMode()
  const { scopes } = useSession()
  const queries = useQueryClient()
  const refresh = useMutation({
    mutationFn: () => client.call('refreshOnCallBinding', { params: { [kinds.oncallBinding.idParam]: id } }),
    onSuccess: ({ currentlyOnCallUserName }) =>
      tell(
        'Asked',
        currentlyOnCallUserName ? `${currentlyOnCallUserName} is on call.` : 'Nobody is on call.',
      ),
    onError: (error) => tellTrouble('The provider did not say', error.message),
    onSettled: () => queries.invalidateQueries({ queryKey: keyOf(mode, kinds.oncallBinding) }),
  })
  if (!scopes.includes('write')) return null
  return (
    <Button disabled={refresh.isPending} onClick={() => refresh.mutate()}>
      <RefreshCw aria-hidden />
      {refresh.isPending ? 'Asking…' : 'Ask who is on call'}
    </Button>
  )
}
