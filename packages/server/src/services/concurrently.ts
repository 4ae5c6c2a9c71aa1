/** Processes all items, a few at a time. A failure does not stop the others and is thrown when all are done. */
export async function concurrently<T>(
  items: Iterable<T>,
  concurrency: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const left = Iterator.from(items)
  const failures: unknown[] = []
  const worker = async (): Promise<void> => {
    for (let next = left.next(); !next.done; next = left.next())
      await work(next.value).catch((error: unknown) => failures.push(error))
  }
  await Promise.all(Array.from({ length: concurrency }, worker))
  if (failures.length > 0) throw failures[0]
}
