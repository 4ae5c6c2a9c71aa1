import { expandScopes, type Mode, type Scope, tokenScopes } from '@svc/model'
import { OAuthError } from './oauth-error.ts'
import type { TokenForm } from './grants/grant.ts'

const known = new Set<string>(tokenScopes)

/** The scopes that a program asks for, separated by spaces; to read, if it does not say. */
export function readScopes(text: string | undefined): readonly Scope[] {
  const words = (text ?? '').split(' ').filter(Boolean)
  const unknown = words.find((word) => !known.has(word))
  if (unknown !== undefined)
    throw new OAuthError('invalid_scope', `The scopes must be some of ${tokenScopes.join(', ')}.`)
  return expandScopes(words.length === 0 ? ['read'] : (words as Scope[]))
}

/** Our own addition: which data it wants to work with. */
export function readMode(form: TokenForm): Mode {
  const mode = form.get('mode') || 'live'
  if (mode === 'live' || mode === 'test') return mode
  throw new OAuthError('invalid_request', 'The field mode must be live or test.')
}
