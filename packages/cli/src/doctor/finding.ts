import type { Finding } from '@svc/server'

export type { Finding }

export const good = (name: string, says: string): Finding => ({ name, ok: true, says })

/** Worth knowing, though it is no fault; `mend` says what would change it. */
export const note = (name: string, says: string, mend: string): Finding => ({
  name,
  ok: true,
  isNote: true,
  says,
  mend,
})

/** `mend` says what to do about it. */
export const bad = (name: string, says: string, mend: string): Finding => ({ name, ok: false, says, mend })
