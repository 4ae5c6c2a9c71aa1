import { spelledPath } from './diagnostic.ts'

/** A value that is not of its type, with its path. */
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

/** Adds an outer step to the path of an error. Paths are only built once something is wrong. */
export const within = (step: string | number, thrown: unknown): unknown =>
  thrown instanceof MisfitError ? new MisfitError(thrown.problem, [step, ...thrown.path]) : thrown
