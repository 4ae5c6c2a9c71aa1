import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { TestContext } from 'node:test'
import { providerName } from '../../packages/provider/packaging/release.ts'
import type { BuiltProvider } from './built-provider.ts'

export interface AttachedProvider {
  /** The environment that makes a host attach to it. */
  readonly env: { readonly TF_REATTACH_PROVIDERS: string }
  /** Ends it as the person would who started it, and gives its exit code. */
  end(): Promise<number>
}

/**
 * A provider started by hand, as for debugging. It serves one command after another, while a host would start three or
 * four for each: starting is most of the cost of a command.
 */
export async function startByHand(
  t: TestContext,
  { dir }: BuiltProvider,
  env: Readonly<Record<string, string>>,
): Promise<AttachedProvider> {
  const home = await mkdtemp(join(tmpdir(), 'svc-by-hand-'))
  const child = spawn(join(dir, providerName), ['--debug'], {
    cwd: home,
    env: { PATH: process.env.PATH, HOME: home, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exit = once(child, 'exit')
  t.after(async () => {
    child.kill('SIGKILL')
    await exit
    await rm(home, { recursive: true })
  })
  for await (const line of createInterface(child.stdout)) {
    const [, setting] = /^ *TF_REATTACH_PROVIDERS='(.*)'$/.exec(line) ?? []
    if (setting === undefined) continue
    const end = async (): Promise<number> => {
      child.kill('SIGINT')
      return (await exit)[0]
    }
    return { env: { TF_REATTACH_PROVIDERS: setting }, end }
  }
  throw new Error('The provider does not say how to attach to it.')
}
