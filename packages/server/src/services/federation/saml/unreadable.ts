/** A message that is not what it should be, and why, for the organisation's admins. */
export class Unreadable extends Error {
  override readonly name = 'Unreadable'
}

/** None of the known keys has signed it; the provider may have a new one. */
export class UnknownSigner extends Unreadable {}
