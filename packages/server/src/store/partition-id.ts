import { type Mode, modes } from '@svc/model'

declare const isPartition: unique symbol

/**
 * Names a part of an organisation: the data of one mode, or its home. It gives access to that part and nothing else,
 * so only this file creates these ids and knows their format.
 */
export type PartitionId = string & { readonly [isPartition]: true }

/** What a partition is to its organisation. */
export const partitionRoles = [...modes, 'home'] as const
export type PartitionRole = (typeof partitionRoles)[number]

export const partitionIdOf = (organisationId: string, role: PartitionRole): PartitionId =>
  `${organisationId}.${role}` as PartitionId

/** As read from a row. */
export const readPartitionId = (value: unknown): PartitionId => String(value) as PartitionId

export const organisationIdOf = (id: PartitionId): string => id.slice(0, id.lastIndexOf('.'))

export interface Partitions {
  /** Catalog data, one partition for each mode. */
  readonly partitions: Readonly<Record<Mode, PartitionId>>
  /** Members, credentials and sign-in: shared by both modes. */
  readonly home: PartitionId
}

export const partitionsOf = (organisationId: string): Partitions => ({
  partitions: { live: partitionIdOf(organisationId, 'live'), test: partitionIdOf(organisationId, 'test') },
  home: partitionIdOf(organisationId, 'home'),
})

/** Where the members of its organisation are kept, with their credentials and sessions. */
export const homeOf = (id: PartitionId): PartitionId => partitionIdOf(organisationIdOf(id), 'home')

export const isHome = (id: PartitionId): boolean => id === homeOf(id)

/** Undefined for a home. */
export const modeOf = (id: PartitionId): Mode | undefined => modes.find((mode) => id.endsWith(`.${mode}`))

/** The home of the organisation that a column names, as SQL. */
export const homeIdIn = (column: string): string => `${column} || '.home'`
