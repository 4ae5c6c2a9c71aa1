import { isObject, isOfBackstage } from './documents.ts'

const kindOf = (document: unknown): string | undefined =>
  isObject(document) && typeof document.kind === 'string' ? document.kind.toLowerCase() : undefined

/** Whether a document is meant as a catalog entry, rather than one that only points to others. */
export const isEntity = (document: unknown): boolean =>
  isOfBackstage(document) && (kindOf(document) ?? 'location') !== 'location'

/** What a Location points to; nothing for any other document. */
export function targetsOf(document: unknown): readonly string[] {
  if (!isObject(document) || kindOf(document) !== 'location' || !isObject(document.spec)) return []
  const { target, targets } = document.spec
  const all = [target, ...(Array.isArray(targets) ? targets : [])]
  return all
    .filter((one): one is string => typeof one === 'string' && one.trim() !== '')
    .map((one) => one.trim())
}

/** How reports refer to a document, even if it breaks the rules for names. */
export function refOf(document: unknown): string {
  const metadata = isObject(document) && isObject(document.metadata) ? document.metadata : {}
  const word = (value: unknown, otherwise: string): string =>
    typeof value === 'string' && value.length <= 63 ? value.toLowerCase() : otherwise
  return `${kindOf(document) ?? 'document'}:${word(metadata.namespace, 'default')}/${word(metadata.name, '?')}`
}
