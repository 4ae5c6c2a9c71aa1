import { kinds } from '@svc/model'
import type { Browser } from 'playwright-core'
import { launchBrowser, signIn, startConsole, startServer } from '../browser.ts'
import { type Furnished, furnish } from './furnish.ts'
import { type ConsolePage, pagesOf } from './pages.ts'
import { createVisitor, type Visitor, withParts } from './visit.ts'

/** Every page of a running console, and a visitor for them. */
export interface Tour {
  readonly pages: readonly ConsolePage[]
  /** Visits all these pages, several at a time; errors name the page. */
  walk(
    pages: readonly ConsolePage[],
    look: (page: ConsolePage, visitor: Visitor) => Promise<void>,
  ): Promise<void>
  close(): Promise<void>
}

const visitorsAtOnce = 2

export async function startTour({ isDemo }: { readonly isDemo: boolean }): Promise<Tour> {
  const svc = await startConsole(isDemo ? ['--demo'] : [])
  const unused = await Promise.all([startServer(), startServer()])
  const [first, second] = unused.map(({ url, link }) => `${url}/setup#${link}`)
  const furnished = isDemo ? await furnish(svc.client) : undefined
  const browser = await launchBrowser()
  const visitor = await createVisitor(browser, svc.url)
  const invitation = await invite(browser, svc.url)
  const pages = await pagesOf({
    client: svc.client,
    invitation,
    setups: [first ?? '', second ?? ''],
    preferred: preferredIn(furnished),
  })
  const all = await withParts(visitor, pages)
  await visitor.close()

  return {
    pages: all,
    async walk(those, look) {
      const waiting = [...those]
      const go = async (by: Visitor): Promise<void> => {
        for (let next = waiting.shift(); next; next = waiting.shift()) {
          const { name } = next
          await look(next, by).catch((cause) => {
            throw new Error(`The page ${name}: ${cause instanceof Error ? cause.message : cause}`, { cause })
          })
        }
        await by.close()
      }
      const length = Math.min(visitorsAtOnce, those.length)
      const visitors = Array.from({ length }, () => createVisitor(browser, svc.url))
      await Promise.all((await Promise.all(visitors)).map(go))
    },
    async close() {
      await browser.close()
      await Promise.all([svc, ...unused].map((server) => server.close()))
    },
  }
}

const preferredIn = (furnished: Furnished | undefined): Readonly<Record<string, string>> =>
  furnished ? { [kinds.project.name]: furnished.projectId, [kinds.api.name]: furnished.specifiedId } : {}

/** The invitation link for a new member. */
async function invite(browser: Browser, url: string): Promise<string> {
  const context = await browser.newContext()
  await signIn(context, url)
  const answer = await context.request.post(`${url}/auth/members`, {
    data: { email: 'newcomer@example.com', role: 'member', displayName: 'Ada Byrne' },
    headers: { origin: url },
  })
  const { link } = (await answer.json()) as { readonly link: string }
  await context.close()
  return `/join#${link}`
}
