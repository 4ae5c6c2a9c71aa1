/** The wait that a `Retry-After` asks for: seconds, or a time. 0 if it is missing or invalid. */
export function retryAfterMs(header: string | undefined, now = Date.now()): number {
  if (header === undefined) return 0
  if (/^\d{1,9}$/.test(header)) return Number(header) * 1_000
  const at = Date.parse(header)
  return Number.isNaN(at) ? 0 : Math.max(0, at - now)
}
