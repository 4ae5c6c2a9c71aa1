import { createClient } from '@svc/client'
import { faultsOf, specialOperations, type ValueIn } from '@svc/model'
import { Failure, UsageError } from '../failure.ts'

const { item } = specialOperations.ingestDrift

export type DriftReport = ValueIn<typeof item>

/** What the endpoint would refuse is refused here too, before anything is sent or written. */
export function checkReport(report: DriftReport): void {
  const [fault] = faultsOf(item, report)
  if (fault) throw new Failure(`The scan cannot be reported: ${fault.path.join('/')} ${fault.message}.`)
}

/** Reports a scan to a server; returns the id of its snapshot. */
export async function sendReport(
  report: DriftReport,
  { endpoint, token }: { readonly endpoint: string; readonly token: string | undefined },
): Promise<string> {
  if (token === undefined)
    throw new UsageError('--endpoint needs a token: give --token, or set SVC_API_TOKEN.')
  const client = clientFor(endpoint, token)
  const { results } = await client.call('ingestDrift', { body: report })
  return String(results[0]?.id)
}

function clientFor(endpoint: string, token: string) {
  try {
    return createClient({ endpoint, token })
  } catch (error) {
    throw error instanceof TypeError ? new UsageError(error.message, { cause: error }) : error
  }
}
