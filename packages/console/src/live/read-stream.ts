/** The parts of an event that the console needs. */
export interface Change {
  readonly kind: string
  readonly id: string
  readonly type: string
  readonly actorId: string | null
}

interface Message {
  readonly id?: string
  readonly data?: string
}

/** Server-sent events as they arrive; a message ends with an empty line. */
export async function* readMessages(body: ReadableStream<Uint8Array>): AsyncGenerator<Message> {
  const reader = body
    .pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>)
    .getReader()
  let rest = ''
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      const blocks = (rest + value).split('\n\n')
      rest = blocks.pop() ?? ''
      for (const block of blocks) yield messageIn(block)
    }
  } finally {
    await reader.cancel().catch(() => undefined)
  }
}

/** A comment, which only keeps the connection open, is a message without content. */
function messageIn(block: string): Message {
  const lines = block.split('\n').map((line) => line.split(/: ?(.*)/s, 2))
  const valuesOf = (name: string) => lines.filter(([key]) => key === name).map(([, value = '']) => value)
  const id = valuesOf('id').at(-1)
  const data = valuesOf('data')
  return { ...(id !== undefined && { id }), ...(data.length > 0 && { data: data.join('\n') }) }
}

export function changeIn(data: string): Change | undefined {
  try {
    const { type, subject, actor } = JSON.parse(data)
    return {
      kind: String(subject.kind),
      id: String(subject.id),
      type: String(type),
      actorId: actor?.id ?? null,
    }
  } catch {
    return undefined
  }
}
