/** The part of autocannon that the benchmark uses; it ships no types. */
declare module 'autocannon' {
  import type { EventEmitter } from 'node:events'

  namespace autocannon {
    interface Request {
      method: string
      path: string
      headers?: Record<string, string>
      body?: string
    }

    interface Client {
      setRequests(requests: Request[]): void
    }

    interface Options {
      url: string
      connections: number
      duration: number
      timeout: number
      sampleInt: number
      headers: Record<string, string>
      setupClient(client: Client): void
    }

    interface Result {
      errors: number
      timeouts: number
    }

    interface Run extends EventEmitter, PromiseLike<Result> {
      stop(): void
    }
  }

  function autocannon(options: autocannon.Options): autocannon.Run
  export = autocannon
}
