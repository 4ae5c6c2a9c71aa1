/** More than the largest possible line: a record's states before and after a change. */
const maxLineBytes = 64 * 1024 ** 2
const newline = 0x0a

/**
 * The lines of a file of any size. Only a line feed ends one: other line readers also stop at separators that may
 * occur inside JSON.
 */
export async function* linesOf(name: string, chunks: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let parts: Buffer[] = []
  let size = 0
  for await (const chunk of chunks) {
    let start = 0
    for (let end = chunk.indexOf(newline); end >= 0; end = chunk.indexOf(newline, start)) {
      yield Buffer.concat([...parts, chunk.subarray(start, end)]).toString('utf8')
      parts = []
      size = 0
      start = end + 1
    }
    parts.push(chunk.subarray(start))
    size += chunk.length - start
    if (size > maxLineBytes) throw new Error(`${name} has a line of more than ${maxLineBytes} bytes.`)
  }
  if (size > 0) yield Buffer.concat(parts).toString('utf8')
}
