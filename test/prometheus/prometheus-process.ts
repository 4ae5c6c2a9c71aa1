import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { TestContext } from 'node:test'

/** Its user. The password is hashed with bcrypt at a low cost. */
export const account = { username: 'svc', password: 'scrape-canary-0123456789' } as const
const passwordHash = '$2b$04$MIzNwIMobvx.69B.BVtv2OsLlf.9pVd7cIkbVm1es5cZNjwosiRHW'

export interface RunningPrometheus {
  readonly url: string
  stop(): Promise<void>
}

export interface ScrapeOptions {
  readonly path: string
  /** What it reads its figures from. */
  readonly target: string
  readonly credential: string
}

/**
 * A server on a free port that reads the target's /metrics every two seconds. It has no figures after a scrape that
 * took longer, so the interval leaves room for a busy machine.
 */
export async function startPrometheus(t: TestContext, options: ScrapeOptions): Promise<RunningPrometheus> {
  const dir = await mkdtemp(join(tmpdir(), 'svc-prometheus-'))
  t.after(() => rm(dir, { recursive: true, force: true }))
  await writeFile(join(dir, 'prometheus.yml'), settings(options), { mode: 0o600 })
  await writeFile(
    join(dir, 'web.yml'),
    JSON.stringify({ basic_auth_users: { [account.username]: passwordHash } }),
  )
  const child = spawn(
    options.path,
    [
      '--config.file=prometheus.yml',
      '--web.config.file=web.yml',
      '--storage.tsdb.path=data',
      '--web.listen-address=127.0.0.1:0',
      '--log.format=json',
    ],
    { cwd: dir, stdio: ['ignore', 'ignore', 'pipe'] },
  )
  const exited = once(child, 'exit')
  const stop = async (): Promise<void> => {
    child.kill('SIGKILL')
    await exited
  }
  t.after(stop)
  const said: string[] = []
  for await (const line of createInterface(child.stderr)) {
    said.push(line)
    const [, address] = /"address":"(127\.0\.0\.1:[1-9]\d*)"/.exec(line) ?? []
    if (address === undefined) continue
    child.stderr.resume()
    return { url: `http://${address}`, stop }
  }
  throw new Error(`Prometheus ended before it listened: ${said.join('\n')}`)
}

/** JSON is YAML too. */
const settings = ({ target, credential }: ScrapeOptions): string =>
  JSON.stringify({
    global: { scrape_interval: '2s', scrape_timeout: '2s' },
    scrape_configs: [
      {
        job_name: 'svc',
        authorization: { type: 'Bearer', credentials: credential },
        static_configs: [{ targets: [new URL(target).host] }],
      },
    ],
  })
