export type Trouble =
  | 'away'
  | 'crowded'
  | 'slow'
  | 'contended'
  | 'read-only'
  | 'full'
  | 'damaged'
  | 'outdated'
  | 'unknown-outcome'

interface Advice {
  /** For callers, so it names no hosts, users or files. */
  readonly message: string
  readonly retryAfterSeconds: number
}

const advice: Readonly<Record<Trouble, Advice>> = {
  away: { message: 'The database cannot be reached at the moment. Try again.', retryAfterSeconds: 2 },
  crowded: { message: 'The database is overloaded at the moment. Try again.', retryAfterSeconds: 2 },
  slow: { message: 'The database took too long to answer. Try again.', retryAfterSeconds: 2 },
  contended: { message: 'This conflicted with other writes. Try again.', retryAfterSeconds: 1 },
  'read-only': {
    message: 'The database does not accept writes at the moment. Try again.',
    retryAfterSeconds: 5,
  },
  full: {
    message: 'The database is out of disk space; the operator has to free some.',
    retryAfterSeconds: 30,
  },
  damaged: {
    message: 'The database is damaged; the operator has to restore a backup ("svc restore").',
    retryAfterSeconds: 60,
  },
  outdated: {
    message:
      'A newer version of svc has upgraded the database; this server is waiting to be replaced. Try again.',
    retryAfterSeconds: 5,
  },
  'unknown-outcome': {
    message:
      'The connection to the database was lost during the commit, so it is unknown whether the change was saved. ' +
      'Retry with the same Idempotency-Key, or check first.',
    retryAfterSeconds: 2,
  },
}

/** The database is unavailable at the moment: neither the request nor this program is at fault. */
export class DatabaseUnavailable extends Error {
  override readonly name = 'DatabaseUnavailable'
  readonly trouble: Trouble
  readonly retryAfterSeconds: number

  constructor(trouble: Trouble, cause?: unknown) {
    super(advice[trouble].message, { cause })
    this.trouble = trouble
    this.retryAfterSeconds = advice[trouble].retryAfterSeconds
  }
}

export const troubleOf = (error: unknown): Trouble | undefined =>
  error instanceof DatabaseUnavailable ? error.trouble : undefined
