import { once } from 'node:events'
import { type ClientRequest, type IncomingMessage, request } from 'node:http'

/** A request of which only half has been sent. */
export interface SlowSender {
  /** Sends the other half and waits for the answer. */
  finish(): Promise<{ readonly status: number; readonly body: { readonly id: string } }>
}

export async function startSlowSender(url: string, token: string, body: object): Promise<SlowSender> {
  const text = JSON.stringify(body)
  const half = text.length >> 1
  const asking: ClientRequest = request(url, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'content-length': text.length,
      connection: 'keep-alive',
    },
  })
  asking.flushHeaders()
  await new Promise((resolve) => asking.write(text.slice(0, half), resolve))
  return {
    finish: async () => {
      asking.end(text.slice(half))
      const [response] = (await once(asking, 'response')) as [IncomingMessage]
      const chunks: Buffer[] = []
      for await (const chunk of response) chunks.push(chunk as Buffer)
      return { status: response.statusCode ?? 0, body: JSON.parse(Buffer.concat(chunks).toString()) }
    },
  }
}
