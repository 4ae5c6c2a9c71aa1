import { type Kind, scopeFor, type Verb } from '@svc/model'
import { useSession } from '../session/session.tsx'

/** Whether the person signed in may do this; what they may not do is not offered. */
export function useMay(kind: Kind, verb: Verb): boolean {
  const { scopes } = useSession()
  return kind.verbs.includes(verb) && scopes.includes(scopeFor(kind, verb))
}
