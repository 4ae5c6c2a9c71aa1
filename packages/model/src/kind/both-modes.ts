import type { Kind } from './kind.ts'

/**
 * Whether live and test data share its records: members and how they sign in, but not tokens and keys, each of which
 * belongs to one mode. A rule that names a mode gives access to it, which a test token must not do.
 */
export const isSharedByModes = ({ home, fields }: Kind): boolean =>
  home === 'organisation' && (fields.mode === undefined || fields.digest === undefined)
