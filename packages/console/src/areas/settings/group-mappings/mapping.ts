import type { Kinds, Mode, Resource } from '@svc/model'

export type GroupMapping = Resource<Kinds['groupMapping']>

/** A mapping while it is being filled in. */
export interface MappingDraft {
  readonly group: string
  readonly teamId: string | null
  readonly mode: Mode
  readonly role: GroupMapping['role']
  /** The id of an identity provider, or "scim"; empty until one is chosen. */
  readonly from: string
}

export const scim = 'scim'

export const draftOf = (mapping: GroupMapping | undefined): MappingDraft => ({
  group: mapping?.group ?? '',
  teamId: mapping?.teamId ?? null,
  mode: mapping?.mode ?? 'live',
  role: mapping?.role ?? null,
  from: mapping ? (mapping.identityProviderId ?? scim) : '',
})

/** What the API takes. */
export type MappingBody = Pick<
  GroupMapping,
  'source' | 'identityProviderId' | 'group' | 'teamId' | 'mode' | 'role'
>

export const bodyOf = ({ from, group, teamId, mode, role }: MappingDraft): MappingBody => ({
  ...(from === scim
    ? { source: 'scim', identityProviderId: null }
    : { source: 'idp', identityProviderId: from || null }),
  ...{ group: group.trim(), teamId, mode, role },
})

/** Whether it says enough for a preview. */
export const isComplete = ({ from, group, teamId, role }: MappingDraft): boolean =>
  from !== '' && group.trim() !== '' && (teamId !== null || role !== null)
