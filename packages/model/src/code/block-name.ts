const maxLength = 60

/** What a record is called as code: letters without their accents, digits and underscores; never a digit first. */
export function blockNameOf(words: string): string {
  const name = words
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_+/, '')
    .slice(0, maxLength)
    .replace(/_+$/, '')
  return /^\d/.test(name) ? `_${name}` : name
}
