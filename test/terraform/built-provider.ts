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

const variable = 'SVC_TEST_PROVIDER'

/** For a parent of many test processes: the provider built once, and how they learn where it is. */
export async function shareProvider(): Promise<{
  readonly env: Readonly<Record<string, string>>
  remove(): Promise<void>
}> {
  const { dir, remove } = await buildProvider()
  return { env: { [variable]: dir }, remove }
}

/** The provider for all tests of a file: the one of this run, or else one built for this file. */
export function useProvider(): BuiltProvider {
  const shared = process.env[variable]
  if (shared) return { dir: shared }
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
