import { createInterface } from 'node:readline'
import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import type { TestContext } from 'node:test'
import { atEnd } from '@svc/server/testing/at-end'
import { type Ended, startSvc } from './run-program.ts'

export interface ServedSvc {
  readonly url: string
  readonly child: ChildProcess
  stop(signal?: NodeJS.Signals): Promise<Ended>
}

/** A server in its own process, ready to answer; it ends with the test. */
export async function serveSvc(
  t: TestContext,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
  portArgs: readonly string[] = ['--port', '0'],
): Promise<ServedSvc> {
  const child = startSvc(['serve', ...portArgs, ...args], { env })
  if (!child.stdout || !child.stderr) throw new Error('Nothing reads the program’s output.')
  atEnd(t, () => child.kill('SIGKILL'))
  const exit = once(child, 'exit') as Promise<[Ended['code'], Ended['signal']]>
  const lines = child.stdout.pipe(new PassThrough())
  const written = Promise.all([exit, text(child.stdout.pipe(new PassThrough())), text(child.stderr)])
  return {
    url: await listeningUrl(lines),
    child,
    stop: async (signal = 'SIGTERM') => {
      child.kill(signal)
      const [[code, ending], out, err] = await written
      return { code, signal: ending, out, err }
    },
  }
}

async function listeningUrl(output: PassThrough): Promise<string> {
  const lines = createInterface(output)
  for await (const line of lines) {
    const [, url] = /^svc is listening on (http:\S+)$/.exec(line) ?? []
    if (!url) continue
    // Keep reading: a full pipe would block the other reader.
    output.resume()
    return url
  }
  throw new Error('The server ended before it was ready.')
}
