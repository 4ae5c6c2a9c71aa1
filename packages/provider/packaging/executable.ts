import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runProgram } from './run-program.ts'

export interface ExecutableOptions {
  readonly script: string
  /** The Node executable that the script is embedded in. */
  readonly node: string
  readonly output: string
  /** Compiled ahead, for a faster start; only for the platform that this runs on. */
  readonly precompiled: boolean
}

/** A single executable that runs a script without a separate Node. */
export async function writeExecutable({
  script,
  node,
  output,
  precompiled,
}: ExecutableOptions): Promise<void> {
  const dir = await mkdtemp(join(tmpdir(), 'svc-executable-'))
  try {
    const main = join(dir, 'provider.cjs')
    const config = join(dir, 'config.json')
    await writeFile(main, script)
    await writeFile(config, JSON.stringify(configuration({ main, node, output, precompiled })))
    await runProgram(process.execPath, ['--build-sea', config])
    await chmod(output, 0o755)
  } finally {
    await rm(dir, { recursive: true })
  }
}

function configuration({
  main,
  node,
  output,
  precompiled,
}: Omit<ExecutableOptions, 'script'> & { main: string }) {
  return {
    main,
    output,
    executable: node,
    useCodeCache: precompiled,
    disableExperimentalSEAWarning: true,
    // The host passes on its whole environment: NODE_OPTIONS meant for something else must not reach us.
    execArgvExtension: 'none',
  }
}
