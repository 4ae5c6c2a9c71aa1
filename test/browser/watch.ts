import { testTimeoutMs } from '@svc/server/testing'
import type { Page } from 'playwright-core'

export interface Watch {
  /** Everything that ran, was requested from another host, or was blocked by the policy. */
  readonly troubles: string[]
  /** Navigates like a link, and waits until all requests have finished. */
  visit(path: string): Promise<void>
  settled(): Promise<void>
  /** Waits until something is true in the page. */
  until(condition: string): Promise<void>
  /** Checks everything on the page. */
  inspect(): Promise<void>
}

/** In the page: what is there that could run, or that comes from elsewhere. */
const dangersInPage = `(() => {
  const found = []
  const addresses = ['href', 'src', 'xlink:href', 'action', 'formaction', 'poster', 'srcset', 'data', 'background', 'ping', 'srcdoc']
  const safe = new Set(['http:', 'https:', 'mailto:', 'tel:'])
  const say = (node, why) => found.push(why + ': ' + node.outerHTML.slice(0, 300))
  for (const node of document.querySelectorAll('*')) {
    const tag = node.localName
    if (['iframe', 'frame', 'object', 'embed', 'base', 'applet'].includes(tag)) say(node, 'an element that has no business here')
    if (tag === 'meta' && node.httpEquiv) say(node, 'a header in the page')
    if (tag === 'script' && (!node.src || node.textContent)) say(node, 'a script in the page')
    for (const { name, value } of node.attributes) {
      if (name.startsWith('on')) say(node, 'a handler in an attribute')
      if (!addresses.includes(name)) continue
      const url = URL.canParse(value, document.baseURI) ? new URL(value, document.baseURI) : null
      const isLink = tag === 'a' && name === 'href'
      const isPicture = tag === 'img' && /^data:image\\/(png|jpeg|gif|webp);base64,/.test(value)
      if (!url) say(node, 'an address that is none')
      else if (isLink ? !safe.has(url.protocol) : url.origin !== location.origin && !isPicture) say(node, 'an address')
      if (isLink && url && url.origin !== location.origin && /^http/.test(url.protocol) && !/noreferrer/.test(node.rel)) say(node, 'a link that tells where from')
    }
  }
  if (window.ran !== undefined) found.push('something ran: ' + window.ran)
  for (const name of ['ran', 'polluted']) if (name in Object.prototype) found.push('the prototype of all objects has ' + name)
  return found
})()`

const isQuiet = `new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve(
  !document.querySelector('[role=status][aria-label=Loading]')
))))`

/** Requests whose end is not reported: the event stream, and the script of a worker. */
const endless = /\/v1\/events|worker/

/** Observes a page from now on; it must be reloaded for all checks to apply. */
export async function watchPage(page: Page, url: string): Promise<Watch> {
  const troubles: string[] = []
  const pending = new Set<unknown>()
  const say = (what: string) => troubles.push(`${new URL(page.url()).pathname.slice(0, 80)}: ${what}`)

  page.on('dialog', (dialog) => {
    say(`a dialog: ${dialog.message()}`)
    void dialog.dismiss()
  })
  page.on('pageerror', ({ message }) => say(`an error: ${message}`))
  page.on('console', (said) => {
    if (/Content Security Policy|is not allowed/i.test(said.text())) say(said.text())
  })
  page.on('request', (request) => {
    if (!request.url().startsWith(url) && !request.url().startsWith('data:')) say(`asked ${request.url()}`)
    if (!endless.test(request.url())) pending.add(request)
  })
  page.on('requestfinished', (request) => pending.delete(request))
  page.on('requestfailed', (request) => pending.delete(request))
  await page.context().route(
    (asked) => !asked.href.startsWith(url),
    (route) => route.abort(),
  )

  const wait = async (what: string, holds: () => Promise<unknown>): Promise<void> => {
    for (const end = Date.now() + testTimeoutMs; Date.now() < end; ) {
      if (await holds()) return
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
    throw new Error(`${page.url()} did not come to this: ${what}`)
  }
  const settled = () =>
    wait('rest', async () => pending.size === 0 && (await page.evaluate(isQuiet)) && pending.size === 0)

  return {
    troubles,
    settled,
    until: (condition) => wait(condition, () => page.evaluate(condition)),
    async visit(path) {
      await page.evaluate(`history.pushState(null, '', ${JSON.stringify(path)})`)
      await settled()
    },
    async inspect() {
      for (const danger of (await page.evaluate(dangersInPage)) as readonly string[]) say(danger)
    },
  }
}
