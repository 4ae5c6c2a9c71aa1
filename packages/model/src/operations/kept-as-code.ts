import type { Kind } from '../kind/kind.ts'
import { scimToken } from '../kinds/scim-token.ts'
import { settingsOperations } from './settings-operations.ts'

/** Whether the provider has a resource for it: by its verbs, because it is settings, or in a way of its own. */
export const isKeptAsCode = (kind: Kind): boolean =>
  kind.resourceType !== undefined || settingsOperations(kind) !== undefined || kind.name === scimToken.name
