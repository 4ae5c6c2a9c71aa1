import { after, before } from 'node:test'
import { eventually, onlyInLongRun } from '@svc/server/testing'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { isWithoutBrowser, launchBrowser } from '../browser/browser.ts'
import { findKeycloak } from './find-keycloak.ts'
import { type RunningKeycloak, startKeycloak } from './keycloak-process.ts'
import { password, type Person } from './realm.ts'

/** How long an ended session may still be good for. */
const endedWithinMs = 5_000

export interface Scene {
  /** Why the tests cannot run here; false if they can. */
  readonly skip: string | false
  readonly keycloak: RunningKeycloak
  /** In a browser of its own, which knows nobody yet. */
  newPage(): Promise<Page>
}

/** A real Keycloak and a real browser for the tests of a file. */
export async function useKeycloak(): Promise<Scene> {
  const found = onlyInLongRun || isWithoutBrowser ? { unavailable: '' } : await findKeycloak()
  const skip = onlyInLongRun || isWithoutBrowser || ('unavailable' in found && found.unavailable)
  const contexts: BrowserContext[] = []
  let keycloak: RunningKeycloak
  let browser: Browser
  before(async () => {
    if ('home' in found) keycloak = await startKeycloak(found.home)
    if (!skip) browser = await launchBrowser()
  })
  after(async () => {
    for (const context of contexts) await context.close()
    await browser?.close()
    await keycloak?.stop()
  })
  return {
    skip,
    get keycloak() {
      return keycloak
    },
    async newPage() {
      const context = await browser.newContext()
      contexts.push(context)
      return context.newPage()
    },
  }
}

/** What people do in their browsers. */
export interface Visits {
  /** Leaves for Keycloak, which asks who it is unless it knows. */
  start(page: Page): Promise<void>
  fillIn(page: Page, person: Person): Promise<void>
  signIn(page: Page, person: Person): Promise<void>
  /** Whether Keycloak has forgotten who it is. */
  isAsked(page: Page): Promise<void>
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape.
  session(page: Page): Promise<{ readonly status: number; readonly body: any }>
  /** Signs out in svc, and follows where that leads. */
  signOut(page: Page): Promise<void>
  /** Fails if the session does not end in time. */
  untilEnded(page: Page): Promise<void>
}

export function visitsTo(origin: string, startPath: string): Visits {
  const visits: Visits = {
    async start(page) {
      await page.goto(`${origin}${startPath}?return=/teams`)
    },
    async fillIn(page, { username }) {
      await page.locator('#username').fill(username)
      await page.locator('#password').fill(password)
      await page.locator('#kc-login').click()
    },
    async signIn(page, person) {
      await visits.start(page)
      await visits.fillIn(page, person)
      await page.waitForURL(`${origin}/teams`)
    },
    async isAsked(page) {
      await visits.start(page)
      await page.locator('#username').waitFor()
    },
    async session(page) {
      const answer = await page.request.get(`${origin}/auth/session`)
      return { status: answer.status(), body: await answer.json() }
    },
    async signOut(page) {
      const answer = await page.request.post(`${origin}/auth/sign-out`, { headers: { origin }, data: {} })
      await page.goto((await answer.json()).endSessionUrl)
      await page.waitForURL((url) => url.href.startsWith(`${origin}/sign-in`))
    },
    async untilEnded(page) {
      const status = async () => (await visits.session(page)).status
      await eventually(status, (now) => now === 401, endedWithinMs)
    },
  }
  return visits
}
