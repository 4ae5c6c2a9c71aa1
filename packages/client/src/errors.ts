export type UnreachableReason = 'name' | 'refused' | 'certificate' | 'protocol' | 'timeout' | 'connection'

interface Failure {
  readonly endpoint: string
  readonly reason: UnreachableReason
  /** Completes "… cannot be reached: ". */
  readonly why: string
  readonly mayHaveArrived: boolean
  readonly cause?: unknown
}

/** No response was received. */
export class UnreachableError extends Error {
  override readonly name = 'UnreachableError'
  readonly endpoint: string
  readonly reason: UnreachableReason
  /** Whether the request may have been processed, and only its response was lost. */
  readonly mayHaveArrived: boolean

  constructor({ endpoint, reason, why, mayHaveArrived, cause }: Failure) {
    super(`${endpoint} cannot be reached: ${why}.`, { cause })
    this.endpoint = endpoint
    this.reason = reason
    this.mayHaveArrived = mayHaveArrived
  }
}

interface Stranger {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
}

/** A response that is not from svc: from a proxy, or from another server. */
export class UnexpectedAnswerError extends Error {
  override readonly name = 'UnexpectedAnswerError'
  readonly status: number
  readonly headers: Readonly<Record<string, string>>

  constructor(message: string, { status, headers }: Stranger) {
    super(message)
    this.status = status
    this.headers = headers
  }
}
