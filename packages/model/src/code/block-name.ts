const maxLength = 60

/** A record's name in code: letters without accents, digits and underscores, never starting with a digit. */
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
