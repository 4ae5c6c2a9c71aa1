import { maxLetters, minLetters } from '../../store/search/vocabulary.ts'

const alphabets: readonly { readonly of: RegExp; readonly letters: readonly string[] }[] = [
  { of: /^[a-z0-9]+$/, letters: [...'abcdefghijklmnopqrstuvwxyz'] },
  { of: /^[а-яё]+$/, letters: [...'абвгдежзийклмнопрстуфхцчшщъыьэюяё'] },
  { of: /^[α-ω]+$/, letters: [...'αβγδεζηθικλμνξοπρστυφχψως'] },
]

/**
 * What somebody may have meant who mistyped one letter: added one, left one out, took a wrong one or swapped two. All
 * of them can be looked up at once, so that no list of all words has to be kept.
 */
export function spellingsOf(word: string): readonly string[] {
  const letters = [...word]
  if (letters.length < minLetters || letters.length > maxLetters || /^\d+$/.test(word)) return []
  const alphabet = alphabets.find(({ of }) => of.test(word))?.letters ?? []
  const found = new Set<string>()
  letters.forEach((letter, at) => {
    const [before, after] = [letters.slice(0, at).join(''), letters.slice(at + 1).join('')]
    found.add(before + after)
    const next = letters[at + 1]
    if (next !== undefined) found.add(before + next + letter + letters.slice(at + 2).join(''))
    for (const other of alphabet) {
      found.add(before + other + after)
      found.add(before + other + letter + after)
    }
  })
  for (const other of alphabet) found.add(word + other)
  found.delete(word)
  return [...found]
}
