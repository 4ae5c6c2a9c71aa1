import type { Kind } from './kind.ts'

/**
 * Whether live and test data share its records: members and how they sign in, but not tokens and keys, each of which
 * belongs to one mode.
 */
export const isSharedByModes = ({ home, fields }: Kind): boolean =>
  home === 'organisation' && fields.mode === undefined
