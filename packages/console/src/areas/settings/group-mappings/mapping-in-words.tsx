import { keyInWords } from '@svc/model'
import { ProviderLink } from '../parts/provider-link.tsx'
import type { GroupMapping } from './mapping.ts'
import styles from './mappings.module.css'
import { TeamName } from './team-name.tsx'

/** A mapping as a sentence. */
export function MappingInWords({ mapping }: { readonly mapping: GroupMapping }) {
  const { group, identityProviderId, teamId, mode, role } = mapping
  const given = role && (
    <>
      get the role <strong>{keyInWords(role).toLowerCase()}</strong>
    </>
  )
  return (
    <p className={styles.words}>
      People in <strong>{group}</strong> (
      {identityProviderId ? <ProviderLink id={identityProviderId} /> : 'your directory, over SCIM'}){' '}
      {teamId && (
        <>
          join <TeamName id={teamId} mode={mode} />
          {given && <> and </>}
        </>
      )}
      {given}.
    </p>
  )
}
