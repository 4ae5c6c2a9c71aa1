import type { SignInRefusal } from '@svc/model'

/** Why a sign-in did not succeed: a code for the person, a reason in words for the organisation's admins. */
export class Refused extends Error {
  override readonly name = 'Refused'
  readonly code: SignInRefusal

  constructor(code: SignInRefusal, reason: string, options: { readonly cause?: unknown } = {}) {
    super(reason, options)
    this.code = code
  }
}
