/** Announces a slow step on stderr, and adds to the same line how long it took. */
export async function step<T>(what: string, work: () => Promise<T>): Promise<T> {
  const started = performance.now()
  process.stderr.write(`${what} … `)
  let end = 'failed after '
  try {
    const result = await work()
    end = ''
    return result
  } finally {
    process.stderr.write(`${end}${((performance.now() - started) / 1000).toFixed(1)} s\n`)
  }
}
