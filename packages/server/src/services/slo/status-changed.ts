import type { Kinds, Stored } from '@svc/model'
import type { Change } from '../../store/change.ts'

type Slo = Stored<Kinds['slo']>

/** Logs a status change, whatever its cause, for those who follow the status. */
export async function noteStatus(change: Change, before: Slo, { status }: Slo): Promise<void> {
  if (status === before.status) return
  const subject = { kind: 'slo', id: before.id }
  await change.log('slo.status_changed', subject, { status: before.status }, { status })
}
