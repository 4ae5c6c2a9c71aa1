import { randomBytes } from 'node:crypto'

/** What a program is handed once: to wait with, to get its first tokens, or to get the next ones. */
type Purpose = 'device' | 'code' | 'refresh'

const words = { device: 'odc', code: 'oac', refresh: 'ort' } as const satisfies Record<Purpose, string>

/** 256 random bits: only its digest is stored, and nobody guesses it. */
export const newProgramSecret = (purpose: Purpose): string =>
  `svc_${words[purpose]}_${randomBytes(32).toString('base64url')}`
