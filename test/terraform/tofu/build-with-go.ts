import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runProgram } from '../../../packages/provider/packaging/run-program.ts'
import { step } from '../../../packages/provider/packaging/step.ts'
import { copyLean } from './lean-sources.ts'
import { newestRelease } from './tofu-version.ts'

const module = 'github.com/opentofu/opentofu'

/** A proxy that does not answer, or a machine that is too slow, must not hold up the other tests for ever. */
const minutes = { list: 1, download: 4, build: 12 } as const

/** The newest release that Go's module proxy has. */
export async function newestForGo(): Promise<string> {
  const list = await go('list', ['-m', '-versions', module])
  const newest = newestRelease(list.trim().split(' ').slice(1))
  if (newest === undefined) throw new Error(`Go's module proxy has no release of ${module}.`)
  return newest
}

/** `go install` refuses a module that replaces others, so it is built where its sources are. */
export async function buildWithGo(version: string, output: string): Promise<void> {
  const sources = await step(`Getting the sources of OpenTofu ${version}`, () => sourcesOf(version))
  // Without this flag it would call itself a development version.
  const flags = ['-trimpath', '-ldflags', `-s -w -X ${module}/version.dev=no`]
  const build = (dir: string) => go('build', [...flags, '-o', output, './cmd/tofu'], dir)
  await step(`Building OpenTofu ${version} with Go, which takes minutes`, async () => {
    const lean = await mkdtemp(join(tmpdir(), 'svc-opentofu-'))
    try {
      await copyLean(sources, lean)
      await build(lean)
    } catch {
      // A later release may be laid out otherwise.
      await build(sources)
    } finally {
      await rm(lean, { recursive: true, force: true })
    }
  })
}

async function sourcesOf(version: string): Promise<string> {
  const { Dir: dir } = JSON.parse(await go('download', ['-json', `${module}@v${version}`]))
  if (typeof dir !== 'string') throw new Error(`Go does not say where it keeps ${module}.`)
  return dir
}

function go(command: keyof typeof minutes, args: readonly string[], cwd = tmpdir()): Promise<string> {
  const words = command === 'download' ? ['mod', command] : [command]
  const env = { ...process.env, CGO_ENABLED: '0' }
  return runProgram('go', [...words, ...args], { cwd, env, timeout: minutes[command] * 60_000 })
}
