/** Where a link of a document may lead. Everything else, known or not yet invented, is shown as text. */
const schemes = new Set(['http:', 'https:', 'mailto:', 'tel:'])
/** Pictures that cannot carry a script; those of other hosts are linked instead, for nothing is fetched from there. */
const picture = /^data:image\/(png|jpeg|gif|webp);base64,[a-z0-9+/=]+$/i

export interface SafeLink {
  readonly href: string
  /** Whether it leads out of svc. */
  readonly isOutside: boolean
}

export function safeLink(given: string): SafeLink | null {
  if (/^#[\w-]*$/.test(given)) return { href: given, isOutside: false }
  // Browsers read a backslash as a slash: two of either lead to another host.
  if (/^\/(?![/\\])/.test(given)) return { href: given, isOutside: false }
  if (!URL.canParse(given)) return null
  const { protocol, href } = new URL(given)
  return schemes.has(protocol) ? { href, isOutside: true } : null
}

export const safePicture = (given: string): string | null =>
  picture.test(given) || /^\/(?![/\\])/.test(given) ? given : null
