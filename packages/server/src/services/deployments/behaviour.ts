import { kinds, type Kinds, type Stored } from '@svc/model'
import { behaviour } from '../behaviour.ts'
import { withAppNames } from '../projects.ts'

export const deploymentBehaviour = behaviour<Stored<Kinds['deployment']>>(kinds.deployment, {
  derive: withAppNames,
})
