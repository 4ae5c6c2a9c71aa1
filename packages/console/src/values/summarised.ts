import { summarisedKinds } from '@svc/model'
import { entityKindOf } from './entity-look.ts'

/** What summaries and timelines call a record, `component:prj_…`; undefined where there are none of its kind. */
export function summarisedAs(kindName: string, id: unknown): string | undefined {
  const kind = entityKindOf(kindName) ?? summarisedKinds.find((one) => one === kindName)
  return kind && `${kind}:${id}`
}
