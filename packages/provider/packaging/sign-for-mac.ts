import { onPath } from './on-path.ts'
import { runProgram } from './run-program.ts'

/** Ad-hoc signatures without an identity, which is all that macOS requires to run a file. */
const signers: readonly (readonly [string, readonly string[]])[] = [
  ['codesign', ['--force', '--sign', '-']],
  ['rcodesign', ['sign']],
]

/** Returns whether this machine could sign. */
export async function signForMac(file: string): Promise<boolean> {
  const signer = signers.find(([program]) => onPath(program))
  if (!signer) return false
  const [program, args] = signer
  await runProgram(program, [...args, file])
  return true
}
