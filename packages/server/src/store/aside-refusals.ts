/** What was asked cannot be collected and written later. */
export class NeedsTransaction extends Error {
  override readonly name = 'NeedsTransaction'
}

/** Somebody else has committed since the data was read that a write is based on. */
export class Overtaken extends Error {
  override readonly name = 'Overtaken'
}
