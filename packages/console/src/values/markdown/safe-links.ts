/** The schemes that links in a document may have. Everything else, known or yet to be invented, is shown as text. */
const schemes = new Set(['http:', 'https:', 'mailto:', 'tel:'])
/**
 * Image types that cannot contain scripts; images on other hosts are linked instead, since nothing is loaded from
 * there.
 */
const imageType = /^data:image\/(png|jpeg|gif|webp);base64,[a-z0-9+/=]+$/i

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

export const safeImage = (given: string): string | null =>
  imageType.test(given) || /^\/(?![/\\])/.test(given) ? given : null

/** The image of a runbook that a text refers to, by an address that stays the same wherever the runbook is moved. */
export const keptImageId = (given: string): string | null =>
  /^images\/(img_[0-9a-z]{1,60})$/.exec(given)?.[1] ?? null
