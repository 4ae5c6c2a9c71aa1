import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eventually } from '@svc/server/testing'

const admin = { username: 'admin', password: 'keycloak-canary-0123456789' } as const
/** It compiles itself when it first starts. */
const startTimeoutMs = 300_000

export interface RunningKeycloak {
  readonly url: string
  /** One request to its admin API, with JSON or XML; an answer that is not JSON is null. */
  // biome-ignore lint/suspicious/noExplicitAny: the answers are Keycloak's.
  admin(method: string, path: string, body?: object | string): Promise<any>
  stop(): Promise<void>
}

/** A server of its own, in a copy of the folder, since it writes into it. */
export async function startKeycloak(home: string): Promise<RunningKeycloak> {
  const dir = await mkdtemp(join(tmpdir(), 'svc-keycloak-'))
  const copy = join(dir, 'keycloak')
  await cp(home, copy, { recursive: true })
  const port = await freePort()
  const url = `http://localhost:${port}`
  const child = spawn(
    join(copy, 'bin/kc.sh'),
    ['start-dev', '--http-host=127.0.0.1', `--http-port=${port}`],
    {
      env: {
        ...process.env,
        KC_BOOTSTRAP_ADMIN_USERNAME: admin.username,
        KC_BOOTSTRAP_ADMIN_PASSWORD: admin.password,
        JAVA_OPTS_KC_HEAP: '-Xmx512m',
      },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    },
  )
  const said: string[] = []
  for (const output of [child.stdout, child.stderr])
    output.on('data', (part: Buffer) => said.push(String(part)))
  const exited = once(child, 'exit')
  const stop = async (): Promise<void> => {
    // The script has started Java, which a signal to the script alone would leave behind.
    if (child.exitCode === null && child.pid !== undefined) process.kill(-child.pid, 'SIGKILL')
    await exited
    await rm(dir, { recursive: true, force: true })
  }
  const state = async (): Promise<'ended' | 'ready' | 'starting'> => {
    if (child.exitCode !== null) return 'ended'
    const answer = await fetch(`${url}/realms/master`).catch(() => undefined)
    return answer?.ok ? 'ready' : 'starting'
  }
  const isReady = await eventually(state, (now) => now !== 'starting', startTimeoutMs).catch(() => 'late')
  if (isReady !== 'ready') {
    await stop()
    throw new Error(`Keycloak did not listen: ${said.join('')}`)
  }
  return { url, admin: (method, path, body) => asAdmin(url, { method, path, body }), stop }
}

interface Asked {
  readonly method: string
  readonly path: string
  readonly body?: object | string | undefined
}

async function asAdmin(url: string, { method, path, body }: Asked): Promise<unknown> {
  const isXml = typeof body === 'string'
  const answer = await fetch(`${url}/admin${path}`, {
    method,
    headers: {
      authorization: `Bearer ${await adminToken(url)}`,
      'content-type': isXml ? 'application/xml' : 'application/json',
    },
    ...(body && { body: isXml ? body : JSON.stringify(body) }),
  })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${text}`)
  return text.startsWith('{') || text.startsWith('[') ? JSON.parse(text) : null
}

/** They last a minute, so each request gets one of its own. */
async function adminToken(url: string): Promise<string> {
  const answer = await fetch(`${url}/realms/master/protocol/openid-connect/token`, {
    method: 'POST',
    body: new URLSearchParams({ grant_type: 'password', client_id: 'admin-cli', ...admin }),
  })
  const { access_token } = (await answer.json()) as { readonly access_token: string }
  return access_token
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (address === null || typeof address === 'string') throw new Error('No port is free.')
  return address.port
}
