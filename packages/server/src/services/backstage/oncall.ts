import { kinds } from '@svc/model'
import { newId } from '../ids.ts'
import { pagerDutyService, scopes } from './annotations.ts'
import type { Entity } from './entity.ts'
import type { Mapper } from './mapper.ts'
import type { State } from './state.ts'
import type { DesiredRecord } from './desired-record.ts'

const provider = 'pagerduty'

/** On-call bindings from entities' annotations. A binding that people created stays as it is. */
export function bindingsOf(
  entities: readonly Entity[],
  { mapper, state, now }: { readonly mapper: Mapper; readonly state: State; readonly now: Date },
): readonly DesiredRecord[] {
  const there = new Map(
    [...state.all(kinds.oncallBinding)].map((binding) => [
      kinds.oncallBinding.unique?.map((key) => binding[key]).join(' '),
      String(binding.id),
    ]),
  )
  return entities.flatMap((entity): DesiredRecord | [] => {
    const target = mapper.target(entity.ref)
    const serviceId = pagerDutyService(entity)
    const scope = scopes[entity.kind]
    if (!target || serviceId === undefined || scope === undefined) return []
    const ref = `oncall:${entity.ref} ${provider}`
    const id = there.get([scope, target.id, provider].join(' '))
    const known = state.rows.get(ref)?.recordId === id
    // The schedule or service of a binding cannot change, so one that people created is left alone.
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
