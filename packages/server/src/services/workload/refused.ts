/** As OAuth names what is wrong with an exchange. */
export type ExchangeError = 'invalid_request' | 'invalid_target' | 'invalid_scope'

/** Outside, everything that is wrong with a token is the same, or it could be guessed what a rule requires. */
const outside: Readonly<Record<ExchangeError, string>> = {
  invalid_request: 'The subject token is not accepted.',
  invalid_target: 'The audience is not one that the subject token may be exchanged for.',
  invalid_scope: 'The scope is more than the subject token may be exchanged for.',
}

/** Why a token was not exchanged: a code for the pipeline, a reason in words for the organisation's admins. */
export class ExchangeRefused extends Error {
  override readonly name = 'ExchangeRefused'
  readonly code: ExchangeError
  /** What the pipeline may know. */
  readonly description: string

  constructor(
    reason: string,
    {
      code = 'invalid_request',
      description = outside[code],
      ...options
    }: { readonly code?: ExchangeError; readonly description?: string; readonly cause?: unknown } = {},
  ) {
    super(reason, options)
    this.code = code
    this.description = description
  }
}

/** Whoever signs the tokens cannot be asked for its keys right now. */
export class IssuerAway extends Error {
  override readonly name = 'IssuerAway'
  readonly retryAfter = 10
}
