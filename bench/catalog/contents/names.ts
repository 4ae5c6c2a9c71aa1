import type { Random } from './random.ts'
import { actions, elsewhere, places, sentences, subjects } from './words.ts'

/** A name of the sort that people give: most of words in ASCII, one in ten in another language or script. */
export function makeName(random: Random, n: number): string {
  if (random.once(10)) return `${random.of(elsewhere)} ${n}`
  const subject = random.of(subjects)
  const action = random.of(actions)
  const pattern = random.below(5)
  if (pattern === 0) return `${subject}-${action}-${random.of(places)}-${n % 100}`
  if (pattern === 1) return `${title(subject)} ${title(action)}`
  if (pattern === 2) return `${subject}_${random.of(subjects)}_${action}_v${random.below(9)}`
  if (pattern === 3) return `${title(subject)} ${action}, ${title(random.of(places))}`
  return `${subject}.${random.of(subjects)}.${action}`
}

export function makeDescription(random: Random): string {
  const sentence = random.of(sentences)
  return sentence(random.of(subjects), random.of(subjects))
}

/** A word that occurs in one record only, such as a project's code name. */
export const codeName = (n: number): string => `kestrel${(n * 7919 + 46_656).toString(36)}`

const title = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)
