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
  /** What a caller is told: nothing of hosts, users or files. */
  readonly message: string
  readonly retryAfterSeconds: number
}

const advice: Readonly<Record<Trouble, Advice>> = {
  away: { message: 'The database cannot be reached at the moment. Try again.', retryAfterSeconds: 2 },
  crowded: { message: 'The database is at its limits at the moment. Try again.', retryAfterSeconds: 2 },
  slow: { message: 'The database took too long to answer. Try again.', retryAfterSeconds: 2 },
  contended: { message: 'Other writes were in the way. Try again.', retryAfterSeconds: 1 },
  'read-only': { message: 'The database takes no writes at the moment. Try again.', retryAfterSeconds: 5 },
  full: { message: 'The database has no room left; the operator has to make some.', retryAfterSeconds: 30 },
  damaged: {
    message: 'The database is damaged; the operator has to bring back a backup ("svc restore").',
    retryAfterSeconds: 60,
  },
  outdated: {
    message: 'A newer version of svc has upgraded the database; this server waits to be replaced. Try again.',
    retryAfterSeconds: 5,
  },
  'unknown-outcome': {
    message:
      'The database went away while it was asked to commit, so it is not known whether this was done. ' +
      'Retry with the same Idempotency-Key, or look first.',
    retryAfterSeconds: 2,
  },
}

/** The database cannot do its part at the moment: no fault of the request, and none of this program. */
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
