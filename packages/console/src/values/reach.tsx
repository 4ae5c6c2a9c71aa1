import { type Contact, kinds } from '@svc/model'
import { Mail, MessageCircle, Phone } from 'lucide-react'
import { useRecord } from '../api/records.ts'
import { classes } from '../design/classes.ts'
import { safeAddress } from '../words/safe-address.ts'
import styles from './reach.module.css'

interface ReachProps {
  /** A member, whose own contacts come first. */
  readonly uid?: string | null | undefined
  /** What else is known of a person, who may be no member. */
  readonly email?: string | null | undefined
  readonly phone?: string | null | undefined
  /** A team, which is reached in its channel. */
  readonly teamId?: string | null | undefined
  /** Only symbols, where there is little room. */
  readonly isBrief?: boolean
}

/** The ways to reach a person or a team, each a link that calls, writes or opens the chat. Nothing, if none is known. */
export function Reach({ uid, email, phone, teamId, isBrief = false }: ReachProps) {
  const member = useRecord(kinds.user, uid).data?.record
  const team = useRecord(kinds.team, teamId).data?.record
  const ways = waysIn([
    ...((member?.contacts ?? []) as readonly Contact[]),
    ...said('phone', phone),
    ...said('email', email ?? member?.email),
  ])
  const channel = team?.slackChannel ?? team?.channelUrl
  if (ways.length === 0 && !channel) return null
  return (
    <ul className={styles.ways}>
      {channel && (
        <li>
          <Way
            type="chat"
            value={channel}
            address={team?.channelUrl ?? channel}
            isBrief={isBrief && !team?.slackChannel}
          />
        </li>
      )}
      {ways.map(({ type, value }) => (
        <li key={`${type} ${value}`}>
          <Way type={type} value={value} address={value} isBrief={isBrief} />
        </li>
      ))}
    </ul>
  )
}

const said = (type: Contact['type'], value: string | null | undefined): readonly Contact[] =>
  value ? [{ type, value }] : []

/** The same address may be known twice: by the account and by what its owner says. */
const waysIn = (all: readonly Contact[]): readonly Contact[] => [
  ...new Map(all.map((one) => [`${one.type} ${one.value.toLowerCase()}`, one])).values(),
]

const icons = { phone: Phone, chat: MessageCircle, email: Mail }
const verbs = { phone: 'Call', chat: 'Chat', email: 'Write to' }

interface WayProps extends Contact {
  readonly address: string
  readonly isBrief?: boolean
}

function Way({ type, value, address, isBrief = false }: WayProps) {
  const Icon = icons[type]
  const href = hrefOf(type, address)
  const text = wordsFor(type, value)
  if (!href)
    return (
      <span className={styles.way}>
        <Icon aria-hidden /> <span>{text}</span>
      </span>
    )
  return (
    <a
      className={classes(styles.way, isBrief && styles.brief)}
      href={href}
      title={`${verbs[type]} ${value}`}
      {...(type === 'chat' && { target: '_blank', rel: 'noreferrer' })}
    >
      <Icon aria-hidden /> <span className={isBrief ? styles.unseen : undefined}>{text}</span>
    </a>
  )
}

/** Of the address of a chat only where it is: the rest means nothing to a reader. */
const wordsFor = (type: Contact['type'], value: string): string =>
  type === 'chat' && safeAddress(value) ? (URL.parse(value)?.hostname ?? value) : value

/** A handle of a chat leads nowhere by itself; it is shown as it is. */
function hrefOf(type: Contact['type'], value: string): string | null {
  if (type === 'chat') return safeAddress(value)
  if (type === 'email') return `mailto:${encodeURIComponent(value).replace('%40', '@')}`
  const digits = value.replace(/ ?(x|ext\.?) ?\d+$/, '').replace(/[^\d+]/g, '')
  return digits ? `tel:${digits}` : null
}
