import { inspect } from 'node:util'

/** The stack, and what was behind it; not the properties, which may hold what nobody should see. */
export function errorText(error: unknown): string {
  if (!(error instanceof Error)) return inspect(error)
  const text = error.stack ?? String(error)
  return error.cause === undefined ? text : `${text}\nCaused by: ${errorText(error.cause)}`
}
