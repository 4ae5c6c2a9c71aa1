import { hash } from 'node:crypto'
import { kinds } from '@svc/model'
import type { Store } from '../../store/open.ts'
import { type Membership, membershipsOf, resetLinksOf } from '../../store/queries/sign-in.ts'
import { system } from '../jobs/follower.ts'
import type { Log } from '../jobs/log.ts'
import type { Outbox } from '../mail/outbox.ts'
import { noMail } from '../mail/trouble.ts'
import { decidingDomain, doorFor } from '../sso/enforcement.ts'
import { makeLink } from './links.ts'
import { type Throttle, tooManyAttempts } from './throttle.ts'

export interface ResetRequests {
  /** Resolves as soon as the request is counted, whoever the address belongs to. */
  ask(email: string, network: string): Promise<void>
  /** Does what is still to be done. */
  close(): Promise<void>
}

interface Options {
  readonly store: Store
  readonly throttle: Throttle
  readonly now: () => Date
  readonly outbox: Outbox
  readonly log: Log
}

/** After the answer, and not at once: how long anything takes must not tell whether somebody is a member. */
const laterMs = { least: 100, spread: 400 } as const
/** Within the life of a link: nobody's mailbox can be filled. */
const maxLinks = 3
/** Members of more organisations ask their admins. */
const maxMemberships = 10

export function createResetRequests({ store, throttle, now, outbox, log }: Options): ResetRequests {
  const waiting = new Map<NodeJS.Timeout, () => void>()
  const working = new Set<Promise<void>>()

  const work = (email: string): void => {
    const done = sendLinks(email)
      .catch((error: unknown) =>
        log({ level: 'error', error: error instanceof Error ? error.stack : String(error) }),
      )
      .finally(() => working.delete(done))
    working.add(done)
  }

  async function sendLinks(email: string): Promise<void> {
    const members = await store.run(membershipsOf, email, decidingDomain(email))
    for (const member of members.slice(0, maxMemberships)) {
      const isOpen = member.isActive && doorFor(member.policy, member.userId) !== 'closed'
      if (isOpen) await sendLink(member)
    }
  }

  const sendLink = ({ homeId, userId }: Membership): Promise<void> =>
    store.write({ partitionId: homeId, actor: system, now }, async (change) => {
      const user = (await change.find(kinds.user, userId))?.record
      if (!user?.isActive || user.email === null) return
      if ((await change.run(resetLinksOf, { homeId, userId, at: change.at })) >= maxLinks) return
      const at = new Date(change.at)
      const { secret, expiresAt } = await makeLink(change, { homeId, userId, purpose: 'reset', at })
      const recipient = String(user.email)
      await outbox.put(change, { purpose: 'reset', recipient, subjectId: userId, secret, expiresAt })
      await change.log('user.reset_requested', { kind: kinds.user.name, id: userId }, null, null)
    })

  return {
    async ask(email, network) {
      if (!outbox.isOn) throw noMail()
      const networkKey = `reset-network ${network}`
      const addressKey = `reset-address ${hash('sha256', email.toLowerCase())}`
      const admission = await throttle.begin({ network: networkKey, untrusted: [addressKey], trusted: [] })
      const waitMs = Math.max(admission.waitOf(networkKey), admission.waitOf(addressKey))
      if (waitMs > 0) throw tooManyAttempts(waitMs)
      const begin = (): void => {
        waiting.delete(timer)
        work(email)
      }
      const timer = setTimeout(begin, laterMs.least + Math.random() * laterMs.spread)
      waiting.set(timer, begin)
    },
    async close() {
      for (const [timer, begin] of waiting) {
        clearTimeout(timer)
        begin()
      }
      await Promise.all(working)
    },
  }
}
