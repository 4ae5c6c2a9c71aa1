import { kinds } from '@svc/model'
import type { GuardedFetch } from '../../../outbound/guarded-fetch.ts'
import type { Store } from '../../../store/open.ts'
import type { PartitionId } from '../../../store/partition-id.ts'
import { listOrganisations } from '../../../store/queries/organisations.ts'
import { warningOf } from '../../identity-providers/certificate.ts'
import { complete, type IdentityProvider } from '../../identity-providers/complete.ts'
import { createFailures } from '../../jobs/failures.ts'
import { system } from '../../jobs/follower.ts'
import { sentenceOf } from '../../verdict.ts'
import { logWarning, refreshMetadata } from './refresh-metadata.ts'

interface Tools {
  readonly store: Store
  readonly now: () => Date
  readonly fetch: GuardedFetch
}

const dayMs = 86_400_000

/** Reads the metadata of providers again that was read a day ago, and looks at the dates of the others' certificates. */
export async function refreshDueMetadata(tools: Tools) {
  const { store, now } = tools
  const failures = createFailures()
  let read = 0
  for (const { home } of await store.run(listOrganisations)) {
    const all = await store
      .records(home)
      .list(kinds.identityProvider, { where: [{ field: 'protocol', is: 'saml' }] })
    for (const { record } of all) {
      const provider = complete(record as IdentityProvider)
      if (!provider.saml || provider.status === 'disabled') continue
      if (provider.saml.metadataUrl === null) await noteCertificates(tools, home, provider)
      else if (isDue(provider.saml.metadataReadAt, now())) {
        read += 1
        await refreshMetadata(tools, { homeId: home, provider }).catch((error: unknown) =>
          failures.add(provider.name, sentenceOf(error)),
        )
      }
    }
  }
  return { read, failures }
}

const isDue = (readAt: string | null, at: Date): boolean =>
  readAt === null || at.getTime() - Date.parse(readAt) >= dayMs

async function noteCertificates(
  { store, now }: Tools,
  homeId: PartitionId,
  provider: IdentityProvider,
): Promise<void> {
  const isCurrent = ({ saml }: IdentityProvider): boolean => !saml || warningOf(saml, now()) === saml.warning
  if (isCurrent(provider)) return
  await store.write({ partitionId: homeId, actor: system, now }, async (change) => {
    const stored = await change.find(kinds.identityProvider, provider.id)
    const current = stored && complete(stored.record as IdentityProvider)
    if (!stored || !current?.saml || isCurrent(current)) return
    const warning = warningOf(current.saml, now())
    await change.derive(kinds.identityProvider, stored, { ...current, saml: { ...current.saml, warning } })
    await logWarning(change, provider.id, { before: current.saml.warning, after: warning })
  })
}
