import type { Kind } from './kind.ts'

/**
 * Whether live and test data have the same records of it: members and how they sign in, but not tokens and keys,
 * each of which is for one mode.
 */
export const isSharedByModes = ({ home, fields }: Kind): boolean =>
  home === 'organisation' && fields.mode === undefined
