import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, BrowserContext, Page } from 'playwright-core'

/** A record as the API gives it. */
export type Found = Readonly<Record<string, unknown>> & { readonly id: string }

export interface Server {
  readonly url: string
  readonly email: string
  readonly password: string
  /** An unused link to set it up, where the server is new. */
  readonly setupLink?: string
  stop(): Promise<void>
}

/** What surrounds the person: the server, and the same catalog through its API, to check what was reached. */
export interface World {
  readonly server: Server
  get(path: string): Promise<Record<string, unknown>>
  send(method: 'POST' | 'PATCH' | 'DELETE', path: string, body?: object): Promise<Record<string, unknown>>
  /** The first record of a list whose name, or title, is exactly this. */
  find(list: string, name: string): Promise<Found | undefined>
  /** An empty server, which ends with the task. */
  startEmpty(): Promise<Server>
  /** Another world around another server. */
  on(server: Server): Promise<World>
  /** What the task started ends with it. */
  atEnd(end: () => Promise<unknown>): void
  /** Signs in, in a browser of its own. */
  open(device?: 'phone' | 'zoomed', url?: string): Promise<Page>
}

const password = 'a long walk by the river'
const ownerEmail = 'owner@example.com'
const devices = {
  desk: { viewport: { width: 1440, height: 900 } },
  phone: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
  // What a browser makes of a window of 1440 × 900 at 200 %.
  zoomed: { viewport: { width: 720, height: 450 }, deviceScaleFactor: 2 },
} as const

export async function startServer(tree: string, options: readonly string[] = []): Promise<Server> {
  const folder = await mkdtemp(join(tmpdir(), 'svc-tasks-'))
  const program = join(tree, 'packages/cli/bin/svc.js')
  const args = [program, 'serve', '--port', '0', '--data-dir', folder, '--rate-limit', 'off', ...options]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  const kill = () => child.kill()
  process.once('exit', kill)
  const [, url = '', link = ''] = await said(child.stdout, /(https?:\S+)\/setup#(svc_link_\w+)/)
  return {
    url: url.replace('localhost', '127.0.0.1'),
    email: ownerEmail,
    password,
    setupLink: link,
    async stop() {
      process.off('exit', kill)
      const ended = once(child, 'exit')
      if (child.exitCode === null && child.kill()) await ended
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function said(output: NodeJS.ReadableStream, words: RegExp): Promise<RegExpExecArray> {
  let text = ''
  for await (const part of output) {
    text += String(part)
    const found = words.exec(text)
    if (found) return found
  }
  throw new Error(`The server ended before it was ready: ${text}`)
}

interface Surroundings {
  readonly browser: Browser
  readonly tree: string
  readonly atEnd: (end: () => Promise<unknown>) => void
}

export async function worldOn(server: Server, around: Surroundings): Promise<World> {
  const { browser, tree, atEnd } = around
  const asOwner = await browser.newContext()
  atEnd(() => asOwner.close())
  await signIn(asOwner, server)
  const ask = async (method: string, path: string, body?: object): Promise<Record<string, unknown>> => {
    const answer = await asOwner.request.fetch(`${server.url}/v1${path}`, {
      method,
      headers: { origin: server.url },
      ...(body && { data: body }),
    })
    if (!answer.ok()) throw new Error(`${method} ${path} answered ${answer.status()}: ${await answer.text()}`)
    return answer.status() === 204 ? {} : ((await answer.json()) as Record<string, unknown>)
  }
  const get = (path: string) => ask('GET', path)

  return {
    server,
    get,
    send: ask,
    async find(list, name) {
      const page = await get(`/${list}?limit=200&q=${encodeURIComponent(name)}`)
      const records = Object.values(page).find(Array.isArray) as readonly Found[] | undefined
      return records?.find((one) => one.name === name || one.title === name)
    },
    async startEmpty() {
      const empty = await startServer(tree)
      atEnd(() => empty.stop())
      return empty
    },
    on: (other) => worldOn(other, around),
    atEnd,
    async open(device, url = server.url) {
      const context = await browser.newContext({ reducedMotion: 'reduce', ...devices[device ?? 'desk'] })
      atEnd(() => context.close())
      await context.grantPermissions(['clipboard-read', 'clipboard-write'])
      await signIn(context, { ...server, url })
      return context.newPage()
    },
  }
}

/** Uses the link of a new server, so that the owner has a password. */
export async function setUp({ url, setupLink }: Server): Promise<void> {
  const answer = await fetch(`${url}/auth/links/use`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: url },
    body: JSON.stringify({
      link: setupLink,
      password,
      organisationName: 'Brambling',
      displayName: 'Ines Duarte',
    }),
  })
  if (!answer.ok) throw new Error(`${url} was not set up: ${await answer.text()}`)
}

async function signIn(context: BrowserContext, { url, email, password }: Server): Promise<void> {
  const answer = await context.request.post(`${url}/auth/sign-in`, {
    data: { email, password },
    headers: { origin: url },
  })
  if (!answer.ok()) throw new Error(`${email} was not let in: ${await answer.text()}`)
}
