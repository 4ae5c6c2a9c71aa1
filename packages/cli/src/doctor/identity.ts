import { counted } from '@svc/model'
import type { Database } from '@svc/server'
import { type Finding, note } from './finding.ts'

/** Whether people come back from the identity providers that are set up. */
export async function checkProviders(database: Database, hasPublicUrl: boolean): Promise<readonly Finding[]> {
  if (hasPublicUrl) return []
  const { countProviders } = await import('@svc/server')
  const count = await database.run(countProviders)
  if (count === 0) return []
  return [
    note(
      'identity providers',
      `${counted(count, 'provider')} set up, and the public URL is not: the addresses to register there lead to this machine`,
      'Set the address where people reach svc with --public-url or SVC_PUBLIC_URL.',
    ),
  ]
}
