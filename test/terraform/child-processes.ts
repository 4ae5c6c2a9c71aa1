import { runProgram } from '../../packages/provider/packaging/run-program.ts'

/** The processes that a process has started and that still run. */
export async function childrenOf(pid: number): Promise<readonly number[]> {
  const lines = (await runProgram('ps', ['-A', '-o', 'pid=,ppid='])).trim().split('\n')
  return lines
    .map((line) => line.trim().split(/\s+/).map(Number))
    .flatMap(([child = 0, parent]) => (parent === pid ? [child] : []))
}

export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
