/** One event of a stream, as a browser would deliver it. */
export interface ServerSent {
  readonly id: string | undefined
  readonly data: string
}

export interface EventReader {
  readonly status: number
  readonly headers: Headers
  /** Everything so far, comments included. */
  readonly text: () => string
  /** The last id received, with or without an event. */
  readonly lastId: () => string | undefined
  /** Events as they arrive; ends with the stream, even if it is cut off. */
  events(): AsyncGenerator<ServerSent>
  close(): void
}

export interface ReaderOptions {
  readonly token: string
  readonly query?: string
  readonly lastEventId?: string | undefined
}

/** Reads the live feed as EventSource does, but without reconnecting. */
export async function readEvents(url: string, options: ReaderOptions): Promise<EventReader> {
  const controller = new AbortController()
  const response = await fetch(`${url}/v1/events${options.query ?? ''}`, {
    signal: controller.signal,
    headers: {
      accept: 'text/event-stream',
      authorization: `Bearer ${options.token}`,
      ...(options.lastEventId !== undefined && { 'last-event-id': options.lastEventId }),
    },
  })
  let text = ''
  let lastId: string | undefined

  async function* events(): AsyncGenerator<ServerSent> {
    let rest = ''
    const decoder = new TextDecoder()
    try {
      for await (const bytes of response.body ?? []) {
        const chunk = decoder.decode(bytes, { stream: true })
        text += chunk
        const blocks = (rest + chunk).split('\n\n')
        rest = blocks.pop() ?? ''
        for (const block of blocks) {
          const { id, data } = parsed(block)
          lastId = id ?? lastId
          if (data !== undefined) yield { id, data }
        }
      }
    } catch {
      // Cut off: an incomplete event does not count.
    }
  }

  return {
    status: response.status,
    headers: response.headers,
    text: () => text,
    lastId: () => lastId,
    events,
    close: () => controller.abort(),
  }
}

function parsed(block: string): { readonly id: string | undefined; readonly data: string | undefined } {
  const fieldOf = (name: string): string | undefined =>
    block
      .split('\n')
      .find((line) => line.startsWith(`${name}: `))
      ?.slice(name.length + 2)
  return { id: fieldOf('id'), data: fieldOf('data') }
}
