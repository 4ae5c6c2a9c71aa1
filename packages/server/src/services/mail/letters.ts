import type { MailPurpose } from '../../store/queries/mails.ts'

/** What a mail is written from. Names are what people have chosen, and are not trusted. */
export interface Facts {
  readonly organisation: string
  readonly person: string | null
  /** The domain that it is about, if it is about one. */
  readonly domain?: string
  /** Where the link leads. */
  readonly link: string
  readonly site: string
  readonly expiresAt: string
}

export interface Letter {
  readonly subject: string
  readonly text: string
  readonly html: string
}

interface Words {
  readonly subject: string
  readonly before: string
  readonly verb: string
  readonly after: string
}

const words: Readonly<Record<MailPurpose, (facts: Facts) => Words>> = {
  invitation: ({ organisation, site }) => ({
    subject: `Invitation to ${organisation} on svc`,
    before: `You have been invited to join ${organisation} on svc (${site}). Choose a password to get in:`,
    verb: 'Accept the invitation',
    after: 'If you did not expect this, you can ignore it: nothing happens unless you open the link.',
  }),
  reset: ({ organisation, site }) => ({
    subject: `Your new password for ${organisation} on svc`,
    before: `Somebody, hopefully you, asked for a new password for ${organisation} on svc (${site}). Choose it here:`,
    verb: 'Choose a new password',
    after: 'If it was not you, you can ignore this: your password stays as it is until the link is used.',
  }),
  domain: ({ organisation, site, domain }) => ({
    subject: `Does ${domain} belong to ${organisation} on svc?`,
    before: `${organisation} wants to decide on svc (${site}) how people with e-mail addresses under ${domain} sign in there. If that is right, an admin of ${organisation} opens this link; forward it if that is somebody else:`,
    verb: `Confirm ${domain}`,
    after:
      'If you know nothing of this, ignore it, and pass the link on to nobody: nothing happens unless it is opened.',
  }),
}

export function letterFor(purpose: MailPurpose, facts: Facts): Letter {
  const tame = { ...facts, organisation: oneLine(facts.organisation), person: greeted(facts.person) }
  const { subject, before, verb, after } = words[purpose](tame)
  const greeting = tame.person === null ? 'Hello,' : `Hello ${tame.person},`
  const until = `The link works once, until ${minuteOf(facts.expiresAt)} UTC.`
  const text = [greeting, before, facts.link, until, after, ''].join('\n\n')
  const paragraphs = [
    greeting,
    before,
    { href: facts.link, text: verb },
    `Or copy this address: ${facts.link}`,
    until,
    after,
  ]
  return { subject, text, html: htmlOf(subject, paragraphs) }
}

const maxName = 80

/** A name fits into a subject: no line breaks, no invisible characters that turn the text around, not too long. */
function oneLine(name: string): string {
  const plain = name.replace(/[\p{C}\p{Zl}\p{Zp}]+/gu, ' ').trim()
  return plain.length > maxName ? `${Array.from(plain).slice(0, maxName).join('')}…` : plain
}

/** Mail programs make links of what looks like an address, and nobody may be greeted with one. */
function greeted(person: string | null): string | null {
  const name = person === null ? '' : oneLine(person)
  return name === '' || /[:/@]|www\.|\.\p{L}/iu.test(name) ? null : name
}

const minuteOf = (time: string): string => time.slice(0, 16).replace('T', ' ')

type Paragraph = string | { readonly href: string; readonly text: string }

function htmlOf(title: string, paragraphs: readonly Paragraph[]): string {
  const body = paragraphs
    .map((one) =>
      typeof one === 'string'
        ? `<p>${escaped(one)}</p>`
        : `<p><a href="${escaped(one.href)}">${escaped(one.text)}</a></p>`,
    )
    .join('\n')
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>${escaped(title)}</title></head>
<body>
${body}
</body>
</html>
`
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

const escaped = (text: string): string => text.replace(/[&<>"']/g, (one) => entities[one] ?? one)
