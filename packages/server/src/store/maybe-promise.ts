/** Most reads are answered from memory: what is known at once is not worth a turn of the event loop. */
export type MaybePromise<T> = T | Promise<T>
