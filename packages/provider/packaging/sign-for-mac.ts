import { onPath } from './on-path.ts'
import { runProgram } from './run-program.ts'

/** Each signs without an identity of ours: macOS wants no more than that of a file to run it. */
const signers: readonly (readonly [string, readonly string[]])[] = [
  ['codesign', ['--force', '--sign', '-']],
  ['rcodesign', ['sign']],
]

/** Says whether this machine could sign. */
export async function signForMac(file: string): Promise<boolean> {
  const signer = signers.find(([program]) => onPath(program))
  if (!signer) return false
  const [program, args] = signer
  await runProgram(program, [...args, file])
  return true
}
