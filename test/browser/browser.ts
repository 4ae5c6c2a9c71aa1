import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type Client, createClient } from '@svc/client'
import { eventually, testTimeoutMs, quickTmpdir } from '@svc/server/testing'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { installedChromium } from './find-chromium.ts'

export const chromiumPath = installedChromium()

/** Why the tests of the console cannot run here; false if they can. */
export const isWithoutBrowser: string | false =
  process.env.SVC_NO_CHROMIUM ||
  (chromiumPath
    ? false
    : 'There is no Chromium here: install the package chromium, or say in SVC_CHROMIUM where one is.')

export interface Console {
  readonly url: string
  readonly ownerEmail: string
  /** With the owner's token, to act as somebody else in the meantime. */
  readonly client: Client
  /** A separate tab with its own cookies and storage, in which the owner has signed in. */
  open(path: string): Promise<Page>
  close(): Promise<void>
}

export interface Server {
  readonly url: string
  readonly link: string
  readonly token: string
  close(): Promise<void>
}

const firstOwner = 'owner@example.com'
const password = 'a long walk by the river'
const program = join(import.meta.dirname, '../../packages/cli/bin/svc.js')

/** A server in a separate process with temporary data. Its setup link has not been used yet. */
export async function startServer(options: readonly string[] = []): Promise<Server> {
  const folder = await mkdtemp(join(quickTmpdir(), 'svc-console-'))
  const args = [program, 'serve', '--port', '0', '--data-dir', folder, '--rate-limit', 'off', ...options]
  const server = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  const said = await untilSaid(server.stdout, /(https?:\S+)\/setup#(svc_link_\w+)/)
  const [, url = '', link = ''] = /(https?:\S+)\/setup#(svc_link_\w+)/.exec(said) ?? []
  const [token = ''] = /svc_pat_live_\w+/.exec(said) ?? []
  return {
    url,
    link,
    token,
    async close() {
      // It writes until it has ended; a folder that is written to cannot be removed.
      const ended = new Promise((resolve) => server.once('exit', resolve))
      if (server.exitCode === null && server.kill()) await ended
      await rm(folder, { recursive: true, force: true })
    },
  }
}

export async function launchBrowser(): Promise<Browser> {
  const browser = await chromium.launch({
    ...(chromiumPath && { executablePath: chromiumPath }),
    args: ['--no-sandbox', '--disable-gpu'],
    timeout: testTimeoutMs,
  })
  return browser.on('context', (context) => context.setDefaultTimeout(testTimeoutMs))
}

/** Signs the owner in, in any tab of this browser. */
export async function signIn(context: BrowserContext, url: string, email = firstOwner): Promise<void> {
  const answer = await context.request.post(`${url}/auth/sign-in`, {
    data: { email, password },
    headers: { origin: url },
  })
  if (!answer.ok()) throw new Error(`${email} was not let in: ${await answer.text()}`)
}

/**
 * Waits for a condition in a page. Playwright's own waitForFunction polls with eval within the page, which the
 * console's content security policy blocks, so it would only pass if the condition were met at once.
 */
export const untilTrue = (page: Page, expression: string): Promise<unknown> =>
  eventually(
    () => page.evaluate(expression),
    (answer) => answer === true,
  )

/** Navigates like a link, which is much faster than loading the whole console again. */
export const follow = (page: Page, path: string): Promise<unknown> =>
  page.evaluate(`history.pushState(null, '', ${JSON.stringify(path)})`)

/** A catalog on a separate server, empty unless the options of the server say otherwise. */
export async function startConsole(options: readonly string[] = []): Promise<Console> {
  const server = await startServer(options)
  let browser: Promise<Browser> | undefined
  const svc = await consoleOn({
    url: server.url,
    link: server.link,
    ownerEmail: firstOwner,
    browser: () => {
      browser ??= launchBrowser()
      return browser
    },
  })
  return {
    ...svc,
    async close() {
      await (await browser)?.close()
      await server.close()
    },
  }
}

interface Place {
  readonly url: string
  /** An unused setup link of an organisation. */
  readonly link: string
  readonly ownerEmail: string
  browser(): Promise<Browser>
}

/** An organisation, set up as its first user would. */
export async function consoleOn({ url, link, ownerEmail, browser }: Place): Promise<Console> {
  // Set-up ends the token that the server printed, and gives a lasting one.
  const { token } = await send(url, '/auth/links/use', {
    link,
    password,
    organisationName: 'Brambling',
    displayName: 'Ines Duarte',
  })
  const contexts: BrowserContext[] = []
  return {
    url,
    ownerEmail,
    client: createClient({ endpoint: url, token }),
    async open(path) {
      const context = await (await browser()).newContext({
        viewport: { width: 1440, height: 900 },
        // What moves is drawn many times over.
        reducedMotion: 'reduce',
      })
      contexts.push(context)
      const page = await context.newPage()
      await signIn(context, url, ownerEmail)
      await page.goto(`${url}${path}`)
      return page
    },
    async close() {
      for (const context of contexts) await context.close()
    },
  }
}

async function untilSaid(output: NodeJS.ReadableStream, words: RegExp): Promise<string> {
  let said = ''
  for await (const part of output) {
    said += String(part)
    if (words.test(said)) return said
  }
  throw new Error(`The server ended before it was ready: ${said}`)
}

async function send(url: string, path: string, body: object): Promise<{ readonly token: string }> {
  const response = await fetch(`${url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: url },
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`)
  return (await response.json()) as { token: string }
}
