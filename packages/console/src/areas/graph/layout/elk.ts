import Elk, { type ELK } from 'elkjs/lib/elk-api.js'

/** The engine, in a worker, so that the page stays responsive while it works. */
const start = (): ELK =>
  new Elk({
    workerFactory: () => new Worker(new URL('elkjs/lib/elk-worker.min.js', import.meta.url)),
  })

let waiting: ELK | undefined

/** Loads it while the graph itself is still on its way. */
export function prepareElk(): void {
  waiting ??= start()
}

export function takeElk(): ELK {
  const engine = waiting ?? start()
  waiting = undefined
  return engine
}

/** For whoever comes next. */
export function returnElk(engine: ELK): void {
  if (waiting) engine.terminateWorker()
  else waiting = engine
}
