import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { bundle } from './bundle.ts'
import { providerName } from './release.ts'
import { startProvider } from './start-provider.ts'

/** Must not look like the provider: a host runs the first file whose name begins like one. */
const scriptName = 'provider.cjs'

/** A shell script, because NODE_OPTIONS can only be dropped before Node starts. */
const launcher = `#!/bin/sh
# Written by npm run build:provider.
unset NODE_OPTIONS
dir=\${0%/*}
NODE_COMPILE_CACHE=$dir/compiled exec '${process.execPath}' "$dir/${scriptName}" "$@"
`

/** A provider for `dev_overrides`: quick to build and quick to start, on this machine only. */
export async function writeDevBuild(entry: string, dir: string): Promise<void> {
  const { script } = await bundle(entry)
  await rm(dir, { recursive: true, force: true })
  await mkdir(dir, { recursive: true })
  await writeFile(join(dir, scriptName), script)
  await writeFile(join(dir, providerName), launcher, { mode: 0o755 })
  // What this start compiles is kept; a later one would add nothing to it.
  await (await startProvider(join(dir, providerName))).stop()
}
