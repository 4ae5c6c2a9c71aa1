import { kinds } from '@svc/model'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { RefreshCw } from 'lucide-react'
import { keyOf } from '../../api/records.ts'
import { useMode } from '../../session/mode.tsx'
import { useSession } from '../../session/session.tsx'
import { Button } from '../../design/button.tsx'
import { tell, tellTrouble } from '../../design/toast.tsx'
import type { RecordProps } from '../../values/area-parts.ts'
import type { Binding } from './words.ts'

const ofProvider = {
  verb: 'Refresh who is on call',
  busy: 'Refreshing…',
  done: 'Refreshed',
  failed: 'Not refreshed',
}
const ofRota = {
  verb: 'Recalculate who is on call',
  busy: 'Recalculating…',
  done: 'Recalculated',
  failed: 'Not recalculated',
}

/** Refreshes who is on call, from the provider, which is otherwise polled every few minutes, or from the rota. */
export function RefreshOnCall({ record }: RecordProps) {
  const { id, provider, manual } = record as Binding
  const { client, mode } = useMode()
  const { scopes } = useSession()
  const queries = useQueryClient()
  const words = provider === 'manual' ? ofRota : ofProvider
  const refresh = useMutation({
    mutationFn: () => client.call('refreshOnCallBinding', { params: { bindingId: id } }),
    onSuccess: ({ currentlyOnCallUserName }) =>
      tell(
        words.done,
        currentlyOnCallUserName ? `${currentlyOnCallUserName} is on call.` : 'Nobody is on call.',
      ),
    onError: (error) => tellTrouble(words.failed, error.message),
    onSettled: () => queries.invalidateQueries({ queryKey: keyOf(mode, kinds.oncallBinding) }),
  })
  const hasNobodyToAsk = provider === 'manual' && manual === null
  if (!scopes.includes('write') || hasNobodyToAsk) return null
  return (
    <Button disabled={refresh.isPending} onClick={() => refresh.mutate()}>
      <RefreshCw aria-hidden />
      {refresh.isPending ? words.busy : words.verb}
    </Button>
  )
}
