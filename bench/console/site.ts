import { execFile } from 'node:child_process'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { type Client, createClient } from '@svc/client'
import { type Browser, type BrowserContext, chromium } from 'playwright-core'
import { chromiumPath } from '../../test/browser/browser.ts'
import { settle, startOurs } from '../servers.ts'
import { inPage } from './probe.ts'

const program = fileURLToPath(new URL('../../packages/cli/bin/svc.js', import.meta.url))
const email = 'owner@example.com'
const password = 'a long walk by the river'

export interface Site {
  readonly url: string
  readonly client: Client
  /** A fresh browser, except that the owner is signed in. */
  newVisitor(): Promise<BrowserContext>
  close(): Promise<void>
}

export interface SiteOptions {
  /** How many demo companies make up the catalog. */
  readonly times: number
  /** A filled data directory to copy instead of filling one. */
  readonly filled: string | undefined
}

/** Several copies of the demo catalog, a server with them, and a browser. */
export async function openSite({ times, filled }: SiteOptions): Promise<Site> {
  const scratch = await mkdtemp(join(tmpdir(), 'svc-bench-console-'))
  const dataDir = join(scratch, 'data')
  if (filled) await cp(filled, dataDir, { recursive: true })
  else await svc(['demo', '--times', `${times}`, '--data-dir', dataDir])
  const link = JSON.parse(await svc(['user', 'link', '--email', email, '--json', '--data-dir', dataDir])).link
  const token = JSON.parse(
    await svc([
      ...['token', 'create', '--email', email, '--name', 'Bench', '--scopes', 'read,admin'],
      ...['--json', '--data-dir', dataDir],
    ]),
  ).token
  const server = await startOurs({ program, storeFlags: ['--data-dir', dataDir], compileCacheDir: scratch })
  await send(server.url, '/auth/links/use', { link: link.split('#')[1], password })
  console.error('Waiting until the server has graded and counted everything …')
  await settle(server, 300)
  const browser = await chromium.launch({
    ...(chromiumPath && { executablePath: chromiumPath }),
    args: ['--no-sandbox'],
  })
  return {
    url: server.url,
    client: createClient({ endpoint: server.url, token }),
    newVisitor: () => visit(browser, server.url),
    async close() {
      await browser.close()
      await server.stop()
      await rm(scratch, { recursive: true, force: true })
    },
  }
}

async function visit(browser: Browser, url: string): Promise<BrowserContext> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  await context.request.post(`${url}/auth/sign-in`, { data: { email, password }, headers: { origin: url } })
  await context.addInitScript({ path: inPage })
  return context
}

async function svc(args: readonly string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, [program, ...args], { maxBuffer: 1e7 })
  return stdout
}

async function send(url: string, path: string, body: object): Promise<void> {
  const response = await fetch(`${url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: url },
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`)
}
