import { inspect } from 'node:util'

/** The stack and its causes, but not the properties, which may contain secrets. */
export function errorText(error: unknown): string {
  if (!(error instanceof Error)) return inspect(error)
  const text = error.stack ?? String(error)
  return error.cause === undefined ? text : `${text}\nCaused by: ${errorText(error.cause)}`
}
