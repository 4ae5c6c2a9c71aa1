import { main } from './main.ts'

/** Runs the command that this process was started with, to its end. */
export async function runProcess(): Promise<void> {
  const { argv, env, stdin, stdout, stderr } = process
  // The reader of a pipe may have seen enough: `svc token list | head -1` is not a failure.
  stdout.on('error', ({ code }: NodeJS.ErrnoException) => process.exit(code === 'EPIPE' ? 0 : 1))
  const code = await main(argv.slice(2), {
    env,
    out: (text) => stdout.write(text),
    err: (text) => stderr.write(text),
    in: async (maxBytes) => (stdin.isTTY ? undefined : firstBytes(stdin, maxBytes)),
    piped: () => (stdin.isTTY ? undefined : stdin),
    isTerminal: stderr.isTTY === true,
    isRead: stdout.isTTY === true,
  })
  await new Promise<void>((done) => stdout.write('', () => done()))
  // Not left to the event loop: a connection that nobody closed must not keep a finished command running.
  process.exit(code)
}

async function firstBytes(input: AsyncIterable<Uint8Array>, maxBytes: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of input) {
    chunks.push(chunk)
    size += chunk.byteLength
    if (size > maxBytes) break
  }
  return Buffer.concat(chunks)
}
