import type { MaybePromise } from '../store/maybe-promise.ts'

/** Goes on with a value: at once if it is known, otherwise once it is. */
export const andThen = <T, R>(value: MaybePromise<T>, run: (value: T) => MaybePromise<R>): MaybePromise<R> =>
  value instanceof Promise ? value.then(run) : run(value)
