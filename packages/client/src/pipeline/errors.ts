/** A pipeline's own token cannot be had, or svc does not take it. */
export class IdTokenError extends Error {
  override readonly name = 'IdTokenError'
}
