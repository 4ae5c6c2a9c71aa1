const concurrency = 4

/** Sends one request for each, a few at a time; the results come in the order of the input. */
export async function mapConcurrently<Q, T>(
  asked: readonly Q[],
  read: (one: Q) => Promise<T>,
): Promise<readonly T[]> {
  const found: T[] = []
  for (let start = 0; start < asked.length; start += concurrency) {
    found.push(...(await Promise.all(asked.slice(start, start + concurrency).map(read))))
  }
  return found
}
