import { createHash } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import lock from '../../package-lock.json' with { type: 'json' }
import { runProgram } from '../../packages/provider/packaging/run-program.ts'
import { step } from '../../packages/provider/packaging/step.ts'
import pins from './packages.json' with { type: 'json' }

/** Updates the hashes of all pinned packages, for Node in the version of package-lock.json. */

const node = lock.packages['node_modules/node'].version
const written: Record<string, object> = {}
for (const [name, pin] of Object.entries(pins)) {
  const version = 'runsOn' in pin ? node : pin.version
  written[name] = await step(`Getting ${name} ${version}`, () => read(name, { ...pin, version }))
}
await writeFile(join(import.meta.dirname, 'packages.json'), `${JSON.stringify(written, null, 2)}\n`)

async function read(name: string, pin: { readonly version: string; readonly program?: string }) {
  const dir = await mkdtemp(join(tmpdir(), 'svc-pin-'))
  try {
    const printed = await runProgram('npm', [
      'pack',
      `${name}@${pin.version}`,
      '--silent',
      '--pack-destination',
      dir,
    ])
    const archive = join(dir, printed.trim())
    const integrity = `sha512-${createHash('sha512')
      .update(await readFile(archive))
      .digest('base64')}`
    if (pin.program === undefined) return { ...pin, integrity }
    await runProgram('tar', ['-xzf', archive, '-C', dir, '--strip-components=1'])
    const program = await readFile(join(dir, pin.program))
    return { ...pin, integrity, sha256: createHash('sha256').update(program).digest('hex') }
  } finally {
    await rm(dir, { recursive: true })
  }
}
