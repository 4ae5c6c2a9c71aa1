import type { Io } from '../command.ts'
import { main } from '../main.ts'

/** A command line in this process: quick, for what needs no process of its own. */
export async function runHere(
  args: readonly string[],
  env: Io['env'] = {},
): Promise<{ readonly code: number; readonly out: string; readonly err: string }> {
  let out = ''
  let err = ''
  const code = await main(args, {
    env,
    out: (text) => {
      out += text
    },
    err: (text) => {
      err += text
    },
    in: async () => undefined,
    piped: () => undefined,
    isTerminal: false,
    isRead: false,
  })
  return { code, out, err }
}
