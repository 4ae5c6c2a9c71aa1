import { hash, randomBytes } from 'node:crypto'
import { CatalogError } from '@svc/model'
import type { Access } from '../../../store/access.ts'
import { findTicket, insertTicket, removeTicket } from '../../../store/queries/second-factors.ts'

/** What a ticket can be used for: one for another purpose is unknown there. */
export type TicketPurpose = 'second-step' | 'passkey-registration' | 'passkey-sign-in'

const lifeMs = 5 * 60_000

export const ticketDigest = (secret: string): string => hash('sha256', secret)

/** 32 random bytes, as challenges and tickets are. */
export const newTicketSecret = (): string => randomBytes(32).toString('base64url')

interface NewTicket {
  readonly secret?: string
  readonly purpose: TicketPurpose
  /**
   * What only the browser has that it is given to; its digest is kept. Absent if whoever was told the secret may use
   * it.
   */
  readonly browser?: string
  readonly data: unknown
  readonly at: Date
}

/** No digest. */
const anyBrowser = ''

/** Something that is good for one use, by whom it was given to, within a few minutes. */
export async function issueTicket(
  access: Access,
  { secret = newTicketSecret(), purpose, browser, data, at }: NewTicket,
): Promise<string> {
  const expiresAt = new Date(at.getTime() + lifeMs).toISOString()
  await access.run(insertTicket, ticketDigest(secret), {
    purpose,
    browser: browser === undefined ? anyBrowser : ticketDigest(browser),
    data,
    expiresAt,
  })
  return secret
}

interface Given {
  readonly secret: string
  readonly purpose: TicketPurpose
  readonly browser?: string | undefined
  readonly at: Date
}

/** What it was issued for; 401 for one that is unknown, used, expired, or from another browser. */
export async function readTicket<Data>(
  access: Access,
  { secret, purpose, browser, at }: Given,
): Promise<Data> {
  const ticket = await access.run(findTicket, ticketDigest(secret))
  const isGood =
    ticket?.purpose === purpose &&
    (ticket.browser === anyBrowser || (browser !== undefined && ticket.browser === ticketDigest(browser))) &&
    ticket.expiresAt > at.toISOString()
  if (!isGood) throw ticketEnded()
  return ticket.data as Data
}

/** Of two that use it at the same time, only one succeeds. */
export async function useUpTicket(access: Access, secret: string): Promise<void> {
  if (!(await access.run(removeTicket, ticketDigest(secret)))) throw ticketEnded()
}

const ticketEnded = (): CatalogError =>
  new CatalogError('unauthenticated', 'This has taken too long, or was done already. Start again.')
