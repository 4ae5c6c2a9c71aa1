import { spelledPath } from './diagnostic.ts'

/** A value that is not of its type; says where, as far in as it is. */
export class MisfitError extends Error {
  override readonly name = 'MisfitError'
  readonly path: readonly (string | number)[]
  readonly problem: string

  constructor(problem: string, path: readonly (string | number)[] = []) {
    super(path.length === 0 ? problem : `${spelledPath(path)}: ${problem}`)
    this.path = path
    this.problem = problem
  }
}

/** What was thrown, seen from one step further out. Paths are only put together once something is wrong. */
export const within = (step: string | number, thrown: unknown): unknown =>
  thrown instanceof MisfitError ? new MisfitError(thrown.problem, [step, ...thrown.path]) : thrown
