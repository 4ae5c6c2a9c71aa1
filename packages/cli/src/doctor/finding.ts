import type { Finding } from '@svc/server'

export type { Finding }

export const good = (name: string, says: string): Finding => ({ name, ok: true, says })

/** `mend` says what to do about it. */
export const bad = (name: string, says: string, mend: string): Finding => ({ name, ok: false, says, mend })
