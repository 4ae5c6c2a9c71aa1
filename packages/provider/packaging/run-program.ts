import { type ExecFileException, execFile } from 'node:child_process'

export interface ProgramOptions {
  readonly cwd?: string
  readonly env?: NodeJS.ProcessEnv
  /** In milliseconds; it is ended then. */
  readonly timeout?: number
}

/** Runs a program to its end and returns its output. If it fails, its last line is the reason. */
export function runProgram(
  program: string,
  args: readonly string[],
  options: ProgramOptions = {},
): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  execFile(program, args, { maxBuffer: 64 * 1024 * 1024, ...options }, (cause, stdout, stderr) => {
    if (!cause) return resolve(stdout)
    reject(new Error(`"${program} ${args[0]}" failed: ${reasonOf(cause, stderr)}`, { cause }))
  })
  return promise
}

function reasonOf({ code, signal, message }: ExecFileException, stderr: string): string {
  if (code === 'ENOENT') return 'there is no such program'
  if (signal) return `${signal} ended it`
  return stderr.trim().split('\n').at(-1) || message
}
