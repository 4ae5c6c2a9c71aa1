import { isDeepStrictEqual } from 'node:util'
import { kindNamed, logged } from '@svc/model'
import type { State } from './state.ts'

/** A stored answer belongs to something that happened: its record was created like this. */
export function answersHaveEffects({ idempotencyKeys, events }: State): readonly string[] {
  const created = new Map(
    [...events.values()]
      .flat()
      .filter(({ type, subjectKind }) => type === `${subjectKind}.created`)
      .map(({ subjectKind, subjectId, after }) => [subjectId, { kind: kindNamed(subjectKind), after }]),
  )
  return idempotencyKeys.flatMap(({ key, answer }) => {
    const text = String(answer)
    if (!text.startsWith('{')) return isSealed(text) ? [] : [`${key} has an answer that nobody can read`]
    const { body } = JSON.parse(text) as { readonly body: string }
    const { id } = JSON.parse(body) as { readonly id: string }
    const effect = created.get(id)
    if (!effect) return [`${key} answers with ${id}, which was never created`]
    return isDeepStrictEqual(effect.after, logged(effect.kind, JSON.parse(body)))
      ? []
      : [`${key} answers otherwise than ${id} was created`]
  })
}

/** An answer that contains a secret. */
const isSealed = (text: string): boolean => /^[A-Za-z0-9+/]{40,}={0,2}$/.test(text)
