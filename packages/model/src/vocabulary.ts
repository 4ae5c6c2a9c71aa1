import { worded } from './kind/patterns.ts'

/** Values that several kinds share. */

/** The default URL of a server on its own machine. */
export const localUrl = 'http://localhost:8080'

export const roles = ['viewer', 'member', 'admin', 'owner'] as const
export type Role = (typeof roles)[number]

/** Whether a role is at least another; the list above is in ascending order. */
export const roleReaches = (role: Role, needed: Role): boolean => roles.indexOf(role) >= roles.indexOf(needed)

export const modes = ['live', 'test'] as const
export type Mode = (typeof modes)[number]

export const scopes = ['read', 'write', 'admin', 'ingest'] as const
export type Scope = (typeof scopes)[number]

export const tokenScopes = ['read', 'write', 'admin'] as const satisfies readonly Scope[]
export const keyScopes = ['read', 'write', 'ingest'] as const satisfies readonly Scope[]

const impliedScopes = {
  read: ['read'],
  write: ['read', 'write'],
  admin: ['read', 'write', 'admin'],
  ingest: ['ingest'],
} as const satisfies Record<Scope, readonly Scope[]>

/** Who holds a credential: a person in a role, or the organisation itself by a key. */
export type Holder = Role | 'key'

const scopesOfHolder = {
  viewer: ['read'],
  member: ['read', 'write'],
  admin: ['read', 'write', 'admin'],
  owner: ['read', 'write', 'admin'],
  key: keyScopes,
} as const satisfies Record<Holder, readonly Scope[]>

/** Granted scopes including those they imply, in the order of `scopes`. */
export function expandScopes(granted: readonly Scope[]): readonly Scope[] {
  const held = new Set<Scope>(granted.flatMap((scope) => impliedScopes[scope]))
  return scopes.filter((scope) => held.has(scope))
}

/** A token never does more than its owner's role allows at the moment of the request; a key never administers. */
export function effectiveScopes(granted: readonly Scope[], holder: Holder): readonly Scope[] {
  const allowed: readonly Scope[] = scopesOfHolder[holder]
  return expandScopes(granted).filter((scope) => allowed.includes(scope))
}

export const lifecycles = ['experimental', 'production', 'deprecated', 'retired'] as const

/** The kinds that dependency edges connect and scorecards grade: their names in the API and our names. */
export const entityKinds = {
  component: 'project',
  api: 'api',
  resource: 'resource',
  system: 'system',
  domain: 'domain',
} as const
export type EntityKind = keyof typeof entityKinds
export const entityKindNames = Object.keys(entityKinds) as EntityKind[]

/** A keyword of a vault item. */
export const keywordPattern = worded(
  '^[a-z][a-z0-9_-]*$',
  'must be lower-case letters, digits, - and _, starting with a letter, such as pagerduty',
)
