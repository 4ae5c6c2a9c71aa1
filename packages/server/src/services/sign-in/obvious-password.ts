import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** What somebody who guesses would know of the person. */
export interface Known {
  readonly email: string
  readonly organisationName: string
}

/** Passwords and the words they are made of, lower case, one a line; see docs/dependencies.md for where from. */
const file = join(import.meta.dirname, 'common-passwords.txt')
let common: ReadonlySet<string> | undefined
const commonPasswords = (): ReadonlySet<string> => {
  common ??= new Set(readFileSync(file, 'utf8').split('\n').filter(Boolean))
  return common
}

/** More than that around a word is no longer an afterthought. */
const maxAround = 6

/** Why a password is among those that somebody would try first; undefined where it is not. */
export function obviousBecause(password: string, known: Known): string | undefined {
  const plain = password.toLowerCase()
  if (new Set(plain).size < 4) return 'it has fewer than four different characters'
  if (isSequence(plain)) return 'it is a sequence of digits or letters'
  const forms = formsOf(plain)
  const own = namesOf(known)
  if (forms.some((form) => own.has(form))) return 'it is made of your address or the organisation’s name'
  if (forms.some((form) => commonPasswords().has(form))) return 'it is among the most common passwords'
  return undefined
}

/** The password itself, and what is left without digits around it, signs for letters, or a word said twice. */
function formsOf(plain: string): readonly string[] {
  const cores = [
    plain.replace(/^[^a-z]+|[^a-z]+$/g, ''),
    // Here a sign may stand for a letter, so only what is added last is taken off.
    plain.replace(/[\d!?._*#-]+$/, ''),
  ].filter((core) => plain.length - core.length <= maxAround)
  const all = [plain, ...cores]
  return [...all, ...all.map(withoutSigns)].map((form) => once(form).replace(/[\s._-]+/g, ''))
}

const letters: Readonly<Record<string, string>> = {
  '@': 'a',
  '4': 'a',
  '3': 'e',
  '1': 'i',
  '!': 'i',
  '0': 'o',
  $: 's',
  '5': 's',
  '7': 't',
}
const withoutSigns = (text: string): string => text.replace(/[@431!0$57]/g, (sign) => letters[sign] ?? sign)

const once = (text: string): string => /^(.{3,}?)\1+$/.exec(text)?.[1] ?? text

function namesOf({ email, organisationName }: Known): ReadonlySet<string> {
  const [local = '', domain = ''] = email.toLowerCase().split('@')
  const joined = (text: string): string => text.toLowerCase().replace(/[\s._-]+/g, '')
  const names = [email, local, domain, domain.split('.')[0] ?? '', organisationName].map(joined)
  return new Set(names.filter((name) => name.length > 3))
}

const sequences = ['01234567890123456789', 'abcdefghijklmnopqrstuvwxyz', 'qwertyuiopasdfghjklzxcvbnm']
const isSequence = (plain: string): boolean =>
  sequences.some((one) => one.includes(plain) || [...one].toReversed().join('').includes(plain))
