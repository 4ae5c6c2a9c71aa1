import type { Kind } from '@svc/model'
import type { Behaviour } from './behaviour.ts'
import { costEntryBehaviour } from './costs/behaviour.ts'
import { deploymentBehaviour } from './deployments/behaviour.ts'
import { identityProviderBehaviour, ssoDomainBehaviour, userBehaviour } from './identity/behaviour.ts'
import { issueBehaviour } from './issues/behaviour.ts'
import { oncallBehaviour } from './oncall/behaviour.ts'
import { runbookBehaviour } from './runbooks/behaviour.ts'
import { scorecardBehaviour } from './scorecards/behaviour.ts'
import { sloBehaviour } from './slo/behaviour.ts'
import { templateBehaviour } from './templates/behaviour.ts'

/** The kinds that do more than be stored. */
const behaviours: ReadonlyMap<string, Behaviour> = new Map<string, Behaviour>([
  costEntryBehaviour,
  deploymentBehaviour,
  identityProviderBehaviour,
  issueBehaviour,
  oncallBehaviour,
  runbookBehaviour,
  scorecardBehaviour,
  sloBehaviour,
  ssoDomainBehaviour,
  templateBehaviour,
  userBehaviour,
])

const plain: Behaviour = {}

export const behaviourOf = (kind: Kind): Behaviour => behaviours.get(kind.name) ?? plain
