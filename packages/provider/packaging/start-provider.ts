import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createCertificate } from '../src/plugin/certificate.ts'
import { MAGIC_COOKIE } from '../src/plugin/handshake.ts'

export interface StartedProvider {
  /** From starting the process to the handshake line. */
  readonly readyMs: number
  stop(): Promise<void>
}

const host = createCertificate('P-521')

/** Starts a provider as a host would, including encryption. */
export async function startProvider(executable: string): Promise<StartedProvider> {
  const started = performance.now()
  const child = spawn(executable, {
    env: {
      PATH: process.env.PATH,
      TF_PLUGIN_MAGIC_COOKIE: MAGIC_COOKIE,
      PLUGIN_PROTOCOL_VERSIONS: '5,6',
      PLUGIN_CLIENT_CERT: host.pem,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exit = once(child, 'exit')
  const [line] = await Promise.race([once(child.stdout, 'data'), exit.then(() => ['nothing'])])
  const readyMs = performance.now() - started
  if (!/^1\|6\|.*\n$/.test(String(line))) throw new Error(`${executable} said ${line}`)
  return {
    readyMs,
    stop: async () => {
      child.kill('SIGTERM')
      await exit
    },
  }
}
