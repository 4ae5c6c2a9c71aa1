import type { Io } from '../command.ts'

/** What a sign-in asks for, and where. */
export interface Asking {
  readonly endpoint: string
  readonly mode: 'live' | 'test'
  /** Separated by spaces, as OAuth writes them. */
  readonly scope: string
  readonly io: Io
}
