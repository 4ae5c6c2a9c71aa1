import { readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Locator, Page } from 'playwright-core'

/** What a task cost the person who did it. */
export interface Effort {
  clicks: number
  /** Fields typed into; a key or a combination of keys counts as one, too. */
  typed: number
  /** Changes of the page's path, not of its query. */
  pages: number
}

/** The product offers no way to the goal; said after that has been tried. */
export class NotPossible extends Error {}

/** How long somebody waits for what they have asked for. */
export const patienceMs = 10_000

/** Somebody at a browser. Everything they do is counted; what they read is not. */
export class Person {
  readonly effort: Effort = { clicks: 0, typed: 0, pages: 0 }
  /** The tab that is looked at. */
  page: Page
  #path = ''
  #startedAt = performance.now()

  constructor(page: Page) {
    this.page = page
    this.goOn(page)
  }

  /** What came before was not part of the task. */
  begin(): void {
    Object.assign(this.effort, { clicks: 0, typed: 0, pages: 0 })
    this.#startedAt = performance.now()
  }

  get seconds(): number {
    return (performance.now() - this.#startedAt) / 1_000
  }

  /** From now on in another tab, such as one of another server. */
  goOn(page: Page): void {
    this.page = page
    this.#path = pathOf(page.url())
    page.setDefaultTimeout(patienceMs)
    page.on('framenavigated', (frame) => {
      const path = pathOf(frame.url())
      if (page !== this.page || frame !== page.mainFrame() || path === this.#path) return
      const isFirst = this.#path === 'blank'
      this.#path = path
      if (isFirst) return
      this.effort.pages += 1
    })
  }

  async click(target: Locator | string | RegExp, options?: Parameters<Locator['click']>[0]): Promise<void> {
    await this.#found(target).click(options)
    this.effort.clicks += 1
  }

  /** Replaces what is in a field. */
  async type(field: Locator | string, text: string): Promise<void> {
    await (typeof field === 'string' ? this.field(field) : field).fill(text)
    this.effort.typed += 1
  }

  /** Types where the focus is. */
  async typeHere(text: string): Promise<void> {
    await this.page.keyboard.type(text)
    this.effort.typed += 1
  }

  async press(...keys: readonly string[]): Promise<void> {
    for (const key of keys) await this.page.keyboard.press(key)
    this.effort.typed += 1
  }

  /** Picks from a list that opens. */
  async choose(field: Locator | string, option: string | RegExp): Promise<void> {
    await this.click(typeof field === 'string' ? this.field(field) : field)
    await this.click(this.page.getByRole('option', { name: option }).first())
  }

  /** Types the beginning of a name and picks it from what is suggested. */
  async pick(field: Locator | string, name: string): Promise<void> {
    await this.type(field, name)
    await this.click(this.page.getByRole('option', { name }).first())
  }

  /** Types an address. */
  async visit(address: string): Promise<void> {
    await this.page.goto(address)
    this.effort.typed += 1
  }

  /** Chooses a file. */
  async upload(field: string, name: string, text: string): Promise<void> {
    await this.page
      .getByLabel(field)
      .setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(text) })
    this.effort.clicks += 1
  }

  /** Gives the text of the file that something downloads. */
  async download(act: () => Promise<void>): Promise<string> {
    const [file] = await Promise.all([this.page.waitForEvent('download'), act()])
    return readFile(await file.path(), 'utf8')
  }

  /** Waits until what cannot be seen has happened. */
  async until(holds: () => Promise<boolean>, what: string): Promise<void> {
    for (const end = Date.now() + patienceMs; Date.now() < end; await sleep(50)) if (await holds()) return
    throw new Error(`Not reached: ${what}.`)
  }

  /** Waits until something can be read, and gives it. */
  async read(target: Locator | string | RegExp): Promise<string> {
    const found = (
      typeof target === 'string' || target instanceof RegExp ? this.page.getByText(target) : target
    ).first()
    await found.waitFor()
    return found.innerText()
  }

  async sees(target: Locator | string | RegExp, withinMs = 3_000): Promise<boolean> {
    const found = (
      typeof target === 'string' || target instanceof RegExp ? this.page.getByText(target) : target
    ).first()
    return found.waitFor({ timeout: withinMs }).then(
      () => true,
      () => false,
    )
  }

  button = (name: string | RegExp): Locator => this.page.getByRole('button', { name, exact: true }).first()
  link = (name: string | RegExp): Locator => this.page.getByRole('link', { name, exact: true }).first()
  /** Of the navigation. */
  place = (name: string): Locator =>
    this.page.getByRole('navigation').getByRole('link', { name, exact: true }).first()
  /** A part of the page of a record. */
  tab = (name: string): Locator =>
    this.page
      .getByRole('navigation', { name: 'Parts of this page' })
      .getByRole('link', { name: new RegExp(`^${name}`) })
  field = (label: string): Locator =>
    this.page.getByLabel(new RegExp(`^${RegExp.escape(label)}( \\(optional\\))?$`)).first()

  #found = (target: Locator | string | RegExp): Locator =>
    typeof target === 'string' || target instanceof RegExp ? this.button(target) : target
}

const pathOf = (address: string): string => new URL(address).pathname
