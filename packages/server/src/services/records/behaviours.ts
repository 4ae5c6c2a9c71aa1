import type { Kind } from '@svc/model'
import type { Behaviour } from './behaviour.ts'
import { costEntryBehaviour } from '../costs/behaviour.ts'
import { deploymentBehaviour } from '../deployments/behaviour.ts'
import { errorTrackerBehaviour } from '../error-trackers/behaviour.ts'
import { viewBehaviour } from '../views/behaviour.ts'
import { userBehaviour } from '../identity/behaviour.ts'
import { groupMappingBehaviour } from '../group-mappings/behaviour.ts'
import { identityProviderBehaviour } from '../identity-providers/behaviour.ts'
import { commentBehaviour } from '../issues/comments.ts'
import { issueBehaviour } from '../issues/behaviour.ts'
import { oncallBehaviour } from '../oncall/behaviour.ts'
import { runbookBehaviour } from '../runbooks/behaviour.ts'
import { scorecardBehaviour } from '../scorecards/behaviour.ts'
import { sloBehaviour } from '../slo/behaviour.ts'
import { ssoDomainBehaviour } from '../sso/domain-behaviour.ts'
import { ssoSettingsBehaviour } from '../sso/settings-behaviour.ts'
import { teamBehaviour } from '../teams/behaviour.ts'
import { templateBehaviour } from '../templates/behaviour.ts'
import { secretBehaviour } from '../vault/behaviour.ts'
import { webhookBehaviour } from '../webhooks/behaviour.ts'
import { workloadTrustBehaviour } from '../workload/behaviour.ts'

/** The kinds with behaviour of their own. */
const behaviours: ReadonlyMap<string, Behaviour> = new Map<string, Behaviour>([
  costEntryBehaviour,
  deploymentBehaviour,
  errorTrackerBehaviour,
  groupMappingBehaviour,
  identityProviderBehaviour,
  commentBehaviour,
  issueBehaviour,
  oncallBehaviour,
  runbookBehaviour,
  scorecardBehaviour,
  secretBehaviour,
  sloBehaviour,
  ssoDomainBehaviour,
  ssoSettingsBehaviour,
  teamBehaviour,
  templateBehaviour,
  userBehaviour,
  webhookBehaviour,
  workloadTrustBehaviour,
  viewBehaviour,
])

const plain: Behaviour = {}

export const behaviourOf = ({ name }: Pick<Kind, 'name'>): Behaviour => behaviours.get(name) ?? plain
