import { after } from 'node:test'
import { createOrganisation } from '@svc/server'
import { useApp } from '@svc/server/testing'
import type { Browser } from 'playwright-core'
import { type Console, consoleOn, launchBrowser } from './browser.ts'

/**
 * One server and one Chromium for all suites of a test process: starting them takes longer than many suites. They
 * end with the last test of the process.
 */
const app = useApp('sqlite')
let browser: Promise<Browser> | undefined
let organisations = 0

after(async () => {
  await (await browser)?.close()
})

/** An empty catalog, in a separate organisation. */
export async function newConsole(): Promise<Console> {
  const ownerEmail = `owner${++organisations}@example.com`
  const made = await createOrganisation(app.store, { name: 'New', ownerEmail })
  if (!made) throw new Error('No organisation was made.')
  const { url } = app
  return consoleOn({
    url,
    link: made.setupLink,
    ownerEmail,
    browser: () => {
      browser ??= launchBrowser()
      return browser
    },
  })
}
