import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before } from 'node:test'
import { fileURLToPath } from 'node:url'
import { writeDevBuild } from '../../packages/provider/packaging/dev-build.ts'

const entry = fileURLToPath(new URL('../../packages/provider/src/main.ts', import.meta.url))

export interface BuiltProvider {
  /** For `dev_overrides`. */
  readonly dir: string
}

/** The provider as it is now. */
export async function buildProvider(): Promise<BuiltProvider & { remove(): Promise<void> }> {
  const dir = await mkdtemp(join(tmpdir(), 'svc-provider-'))
  await writeDevBuild(entry, dir)
  return { dir, remove: () => rm(dir, { recursive: true, force: true }) }
}

/** The same, built once for all tests of a file. */
export function useProvider(): BuiltProvider {
  let built: Awaited<ReturnType<typeof buildProvider>>
  before(async () => {
    built = await buildProvider()
  })
  after(() => built.remove())
  return {
    get dir() {
      return built.dir
    },
  }
}
