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
