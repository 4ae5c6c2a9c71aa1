import { isObject } from './documents.ts'

/** What a Location leads to; nothing for any other document. */
export function targetsOf(document: unknown): readonly string[] {
  if (!isObject(document) || String(document.kind).toLowerCase() !== 'location' || !isObject(document.spec)) {
    return []
  }
  const { target, targets } = document.spec
  const all = [target, ...(Array.isArray(targets) ? targets : [])]
  return all
    .filter((one): one is string => typeof one === 'string' && one.trim() !== '')
    .map((one) => one.trim())
}
