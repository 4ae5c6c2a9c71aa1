import type { Env } from '@svc/client/logins'
import { faultsOf, specialOperations, type ValueIn } from '@svc/model'
import { Failure } from '../failure.ts'
import { clientAt } from '../login/credential-at.ts'

const { item } = specialOperations.ingestDrift

export type DriftReport = ValueIn<typeof item>

/** What the endpoint would refuse is refused here too, before anything is sent or written. */
export function checkReport(report: DriftReport): void {
  const [fault] = faultsOf(item, report)
  if (fault) throw new Failure(`The scan cannot be reported: ${fault.path.join('/')} ${fault.message}.`)
}

interface Destination {
  readonly endpoint: string
  readonly token: string | undefined
  readonly env: Env
}

/** Reports a scan to a server; returns the id of its snapshot. */
export async function sendReport(
  report: DriftReport,
  { endpoint, token, env }: Destination,
): Promise<string> {
  const client = await clientAt(endpoint, { token, env })
  const { results } = await client.call('ingestDrift', { body: report })
  return String(results[0]?.id)
}
