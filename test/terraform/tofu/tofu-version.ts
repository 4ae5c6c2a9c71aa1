import { runProgram } from '../../../packages/provider/packaging/run-program.ts'

/** What a tofu, or a terraform, says that it is. */
export async function versionOf(path: string): Promise<string> {
  // Its upgrade check would ask the network, and its settings are none of ours.
  const env = { PATH: process.env.PATH, CHECKPOINT_DISABLE: '1' }
  const { terraform_version: version } = JSON.parse(await runProgram(path, ['version', '-json'], { env }))
  if (typeof version !== 'string') throw new Error(`${path} does not say its version.`)
  return version
}

/** Of a list such as the module proxy gives, the newest that is not a preview. */
export function newestRelease(versions: readonly string[]): string | undefined {
  return versions
    .map((version) => version.replace(/^v/, ''))
    .filter((version) => /^\d+\.\d+\.\d+$/.test(version))
    .toSorted(compareVersions)
    .at(-1)
}

export function compareVersions(a: string, b: string): number {
  return a.localeCompare(b, 'en', { numeric: true })
}
