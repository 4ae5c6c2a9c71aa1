/** Works on all of them, a few at once. A failure stops nothing, and is thrown when all are done. */
export async function sideBySide<T>(
  items: Iterable<T>,
  atOnce: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const left = Iterator.from(items)
  const failures: unknown[] = []
  const worker = async (): Promise<void> => {
    for (let next = left.next(); !next.done; next = left.next())
      await work(next.value).catch((error: unknown) => failures.push(error))
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
  if (failures.length > 0) throw failures[0]
}
