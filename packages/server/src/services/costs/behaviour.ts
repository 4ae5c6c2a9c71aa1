import { kinds, type Kinds, type Stored } from '@svc/model'
import { behaviour } from '../records/behaviour.ts'
import { withAppNames } from '../projects.ts'

export const costEntryBehaviour = behaviour<Stored<Kinds['costEntry']>>(kinds.costEntry, {
  derive: withAppNames,
})
