const againMs = 60_000
const maxProviders = 1_000

/** Messages with invented keys cause at most one request a minute for each provider. */
export function createReadAgain(now: () => Date): (providerId: string) => boolean {
  const readAt = new Map<string, number>()
  return (providerId) => {
    const at = now().getTime()
    const before = readAt.get(providerId)
    if (before !== undefined && at - before < againMs && at >= before) return false
    if (readAt.size >= maxProviders) readAt.clear()
    readAt.set(providerId, at)
    return true
  }
}
