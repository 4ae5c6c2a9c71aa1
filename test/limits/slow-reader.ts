import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'

/** A reader that has received the head of the response, and then pauses. */
export interface SlowReader {
  readonly status: number
  /** Reads the rest. */
  finish(): Promise<string>
  /** Hangs up. */
  abandon(): void
}

export async function startSlowReader(url: string, token: string): Promise<SlowReader> {
  const asking = request(url, { headers: { authorization: `Bearer ${token}` }, agent: false })
  asking.end()
  const [response] = (await once(asking, 'response')) as [IncomingMessage]
  response.pause()
  return {
    status: response.statusCode ?? 0,
    finish: async () => {
      const chunks: Buffer[] = []
      for await (const chunk of response) chunks.push(chunk as Buffer)
      return Buffer.concat(chunks).toString()
    },
    abandon: () => response.destroy(),
  }
}
