import type { TestContext } from 'node:test'

type Work = () => unknown

const waiting = new WeakMap<TestContext, Work[]>()

/**
 * Cleans up when a test has ended, in reverse order: a server that was started in a directory stops before
 * the directory is removed. The runner's own hooks run in the order in which they were registered, and stop
 * at the first that fails, so a process that should have been killed would live on and keep the test file
 * from ending.
 */
export function atEnd(t: TestContext, work: Work): void {
  const works = waiting.get(t)
  if (works) {
    works.push(work)
    return
  }
  const begun = [work]
  waiting.set(t, begun)
  t.after(() => runBackwards(begun))
}

async function runBackwards(works: Work[]): Promise<void> {
  const failures: unknown[] = []
  for (let work = works.pop(); work; work = works.pop())
    try {
      await work()
    } catch (error) {
      failures.push(error)
    }
  if (failures.length === 1) throw failures[0]
  if (failures.length > 1) throw new AggregateError(failures, 'Cleaning up failed.')
}
