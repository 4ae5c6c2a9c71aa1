import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { describeMachine } from '../../bench/machine.ts'
import { keepResult } from '../../bench/results.ts'
import { startOurs } from '../../bench/servers.ts'
import { bundle } from '../../packages/provider/packaging/bundle.ts'
import { writeDevBuild } from '../../packages/provider/packaging/dev-build.ts'
import { writeExecutable } from '../../packages/provider/packaging/executable.ts'
import { providerName } from '../../packages/provider/packaging/release.ts'
import { step } from '../../packages/provider/packaging/step.ts'
import { type Figure, missed, tableOf } from './speed/figures.ts'
import { measureAgainstBuiltIn, measureLarge } from './speed/plans.ts'
import { measureStartUp } from './speed/start-up.ts'
import { findTofu } from './tofu/find-tofu.ts'

/**
 * How fast the provider is, compared with the host's own resource and with our targets.
 *
 *   --quick   a tenth of everything: a first look, which is not kept
 *   --check   exit with 1 if a target is missed
 */

const { values: options } = parseArgs({
  options: { quick: { type: 'boolean', default: false }, check: { type: 'boolean', default: false } },
})
const sizes = options.quick
  ? { starts: 5, plans: 2, count: 100, hundreds: 5 }
  : { starts: 20, plans: 5, count: 1000, hundreds: 50 }

const root = fileURLToPath(new URL('../..', import.meta.url))
const entry = join(root, 'packages/provider/src/main.ts')

const tofu = await findTofu('newest', { mayBuild: true })
if ('unavailable' in tofu) throw new Error(tofu.unavailable)
const scratch = await mkdtemp(join(tmpdir(), 'svc-speed-'))
try {
  const machine = await describeMachine(scratch)
  const figures = await measure(tofu.path)
  const report = `# The provider's speed, ${today()}

OpenTofu ${tofu.version}, Node ${machine.node}, ${machine.system}, ${machine.cpu}, load ${machine.loadBefore.toFixed(1)} before the run. Medians of ${sizes.starts} starts and of ${sizes.plans} plans of each sort, in turns; the large catalog is planned once. svc runs beside it, on SQLite.

${tableOf(figures)}
`
  console.log(report)
  if (!options.quick)
    await keepResult('provider', {
      report,
      figures: { at: new Date().toISOString(), tofu: tofu.version, machine, figures },
    })
  if (options.check && missed(figures).length > 0) process.exitCode = 1
} finally {
  await rm(scratch, { recursive: true, force: true })
}

async function measure(path: string): Promise<readonly Figure[]> {
  const [script, executable] = [join(scratch, 'script'), join(scratch, 'executable')]
  await writeDevBuild(entry, script)
  await mkdir(executable)
  await writeExecutable({
    script: (await bundle(entry)).script,
    node: process.execPath,
    output: join(executable, providerName),
    precompiled: true,
  })
  const startUp = await step('Starting the provider', () =>
    measureStartUp(
      [
        { about: 'script', executable: join(script, providerName), targetMs: 130 },
        { about: 'single executable', executable: join(executable, providerName), targetMs: 110 },
      ],
      sizes.starts,
    ),
  )
  const server = await startOurs({
    program: join(root, 'packages/cli/bin/svc.js'),
    storeFlags: ['--data-dir', join(scratch, 'data')],
    compileCacheDir: join(scratch, 'compiled'),
  })
  try {
    const setting = { tofu: path, providerDir: executable, server }
    const compared = await step(`Planning ${sizes.count} svc_api and terraform_data`, () =>
      measureAgainstBuiltIn(setting, { count: sizes.count, runs: sizes.plans }),
    )
    const large = await step(`Applying and planning ${sizes.hundreds * 100} of all types`, () =>
      measureLarge(setting, sizes.hundreds),
    )
    return [...compared, ...large, ...startUp]
  } finally {
    await server.stop()
  }
}

function today(): string {
  return new Date().toISOString().slice(0, 10)
}
