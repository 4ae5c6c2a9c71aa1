/** Everything that is not a letter, a digit or a symbol beyond ASCII (an emoji) separates. */
const separator = '\\x00-\\x2f\\x3a-\\x40\\x5b-\\x60\\x7b-\\x7f\\p{P}\\p{Z}\\p{Cc}\\uffff'
const asciiRun = /[A-Za-z0-9]+/g
const anyRun = new RegExp(`[^${separator}]+`, 'gu')
const anySeparator = new RegExp(`[${separator}]`, 'gu')
const asciiSeparator = /[!-/:-@[-`{-~]/g
const beyondAscii = /[\u0080-\uffff]/

const asciiSplit = /([^A-Za-z0-9]+)/
const anySplit = new RegExp(`([${separator}]+)`, 'u')

/** Runs and what separates them, in turn; the first and the last are runs, perhaps empty ones. */
export const piecesOf = (text: string): readonly string[] =>
  text.split(beyondAscii.test(text) ? anySplit : asciiSplit)

/** The longest stretches of a text that no separator interrupts. */
export const runsOf = (text: string): readonly string[] =>
  text.match(beyondAscii.test(text) ? anyRun : asciiRun) ?? []

/** The separators in a text, each once, without those that nobody looks for. */
export function separatorsOf(text: string): ReadonlySet<string> {
  if (!beyondAscii.test(text)) return new Set(text.match(asciiSeparator))
  return new Set(text.match(anySeparator)?.filter((one) => !/[\s\p{Cc}\uffff]/u.test(one)))
}

const surrogate = /[\ud800-\udfff]/

/** The characters of a text as the engines count them. */
export const charactersOf = (text: string): ArrayLike<string> => (surrogate.test(text) ? [...text] : text)

export const sliceOf = (characters: ArrayLike<string>, start: number, end: number): string =>
  typeof characters === 'string'
    ? characters.slice(start, end)
    : (characters as readonly string[]).slice(start, end).join('')
