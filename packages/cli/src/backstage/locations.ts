import { isObject, isOfBackstage } from './documents.ts'

const kindOf = (document: unknown): string | undefined =>
  isObject(document) && typeof document.kind === 'string' ? document.kind.toLowerCase() : undefined

/** Whether a document is meant as an entry of the catalog, and does not only lead to others. */
export const isEntity = (document: unknown): boolean =>
  isOfBackstage(document) && (kindOf(document) ?? 'location') !== 'location'

/** What a Location leads to; nothing for any other document. */
export function targetsOf(document: unknown): readonly string[] {
  if (!isObject(document) || kindOf(document) !== 'location' || !isObject(document.spec)) return []
  const { target, targets } = document.spec
  const all = [target, ...(Array.isArray(targets) ? targets : [])]
  return all
    .filter((one): one is string => typeof one === 'string' && one.trim() !== '')
    .map((one) => one.trim())
}

/** What a document is called where something about it is told, also if it breaks the rules for names. */
export function refOf(document: unknown): string {
  const metadata = isObject(document) && isObject(document.metadata) ? document.metadata : {}
  const word = (value: unknown, otherwise: string): string =>
    typeof value === 'string' && value.length <= 63 ? value.toLowerCase() : otherwise
  return `${kindOf(document) ?? 'document'}:${word(metadata.namespace, 'default')}/${word(metadata.name, '?')}`
}
