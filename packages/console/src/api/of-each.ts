const atOnce = 4

/** Asks one question for each, a few at a time; the answers come in the order of the questions. */
export async function ofEach<Q, T>(asked: readonly Q[], read: (one: Q) => Promise<T>): Promise<readonly T[]> {
  const found: T[] = []
  for (let start = 0; start < asked.length; start += atOnce) {
    found.push(...(await Promise.all(asked.slice(start, start + atOnce).map(read))))
  }
  return found
}
