import { randomInt } from 'node:crypto'
import { digestOf } from '../identity/secrets.ts'

/** No vowels, so that it is no word, and nothing that is easily mistaken for something else. */
const letters = 'BCDFGHJKLMNPQRSTVWXZ'
const length = 8

/** What a person types, as they see it: two groups of four. */
export function newUserCode(): string {
  const code = Array.from({ length }, () => letters[randomInt(letters.length)]).join('')
  return `${code.slice(0, 4)}-${code.slice(4)}`
}

/** The digest that a code is stored under, however it was typed; undefined for what cannot be one. */
export function userCodeDigest(typed: string): string | undefined {
  const code = typed.toUpperCase().replace(/[^A-Z]/g, '')
  const isCode = code.length === length && [...code].every((letter) => letters.includes(letter))
  return isCode ? digestOf(`user code ${code}`) : undefined
}
