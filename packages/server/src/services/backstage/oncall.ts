import { kinds } from '@svc/model'
import { newId } from '../ids.ts'
import { pagerDutyService, scopes } from './annotations.ts'
import type { Entity } from './entity.ts'
import type { Mapper } from './mapper.ts'
import type { State } from './state.ts'
import type { Wanted } from './wanted.ts'

const provider = 'pagerduty'

/** Who is on call, as entities' annotations say where to ask. A binding that people made stays as it is. */
export function bindingsOf(
  entities: readonly Entity[],
  { mapper, state, now }: { readonly mapper: Mapper; readonly state: State; readonly now: Date },
): readonly Wanted[] {
  const there = new Map(
    [...state.all(kinds.oncallBinding)].map((binding) => [
      kinds.oncallBinding.unique?.map((key) => binding[key]).join(' '),
      String(binding.id),
    ]),
  )
  return entities.flatMap((entity): Wanted | [] => {
    const target = mapper.target(entity.ref)
    const serviceId = pagerDutyService(entity)
    const scope = scopes[entity.kind]
    if (!target || serviceId === undefined || scope === undefined) return []
    const ref = `oncall:${entity.ref} ${provider}`
    const id = there.get([scope, target.id, provider].join(' '))
    const known = state.rows.get(ref)?.recordId === id
    // Which schedule or service it asks cannot change: who made it knows why.
    if (id !== undefined && !known) return []
    return {
      ref,
      kind: kinds.oncallBinding,
      id: id ?? newId(kinds.oncallBinding.idPrefix, now),
      how: id === undefined ? 'new' : 'known',
      name: `${entity.ref} (${provider})`,
      fields: { scope, targetId: target.id, provider, serviceId },
      source: entity.source,
    }
  })
}
