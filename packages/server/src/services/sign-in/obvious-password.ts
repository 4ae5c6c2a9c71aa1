import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** What an attacker would know about the person. */
export interface Known {
  readonly email: string
  readonly organisationName: string
}

/**
 * Common passwords and the words they are made of, in lower case, one per line; docs/dependencies.md names the
 * source.
 */
const file = join(import.meta.dirname, 'common-passwords.txt')
let common: ReadonlySet<string> | undefined
const commonPasswords = (): ReadonlySet<string> => {
  common ??= new Set(readFileSync(file, 'utf8').split('\n').filter(Boolean))
  return common
}

/** More characters than this around a word make it hard enough to guess. */
const maxAround = 6

/** Why a password is easy to guess; undefined if it is not. */
export function obviousBecause(password: string, known: Known): string | undefined {
  const plain = password.toLowerCase()
  if (new Set(plain).size < 4) return 'it has fewer than four different characters'
  if (isSequence(plain)) return 'it is a sequence of digits or letters'
  const forms = formsOf(plain)
  const own = namesOf(known)
  if (forms.some((form) => own.has(form)))
    return 'it is based on your e-mail address or the organisation’s name'
  if (forms.some((form) => commonPasswords().has(form))) return 'it is one of the most common passwords'
  return undefined
}

/** The password itself, and without surrounding digits, symbols for letters, or repetition. */
function formsOf(plain: string): readonly string[] {
  const cores = [
    plain.replace(/^[^a-z]+|[^a-z]+$/g, ''),
    // Here a symbol may stand for a letter, so only trailing characters are removed.
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
