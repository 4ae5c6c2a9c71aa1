/** Letters with a stroke or joined, which Unicode does not take apart. */
const likened: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ł: 'l',
  ı: 'i',
  þ: 'th',
}

const beyondAscii = /[\u0080-\uffff]/

/** Without case and accents: what people type when they do not care. Marks that make another letter (が) stay. */
export function plain(text: string): string {
  const lower = text.toLowerCase()
  if (!beyondAscii.test(lower)) return lower
  return lower
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/[ßæœøđðłıþ]/g, (letter) => likened[letter] ?? letter)
    .normalize('NFC')
    .toLowerCase()
}
