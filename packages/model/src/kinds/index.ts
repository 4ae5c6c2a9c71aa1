import type { Kind } from '../kind/kind.ts'
import { api } from './api.ts'
import { costEntry } from './cost-entry.ts'
import { apiKey, token } from './credential.ts'
import { dependency } from './dependency.ts'
import { deployment } from './deployment.ts'
import { domain } from './domain.ts'
import { driftSnapshot } from './drift-snapshot.ts'
import { errorTracker } from './error-tracker.ts'
import { groupMapping } from './group-mapping.ts'
import { identityProvider } from './identity-provider.ts'
import { integration } from './integration.ts'
import { issue } from './issue.ts'
import { issueComment } from './issue-comment.ts'
import { link } from './link.ts'
import { oncallBinding } from './oncall-binding.ts'
import { oncallFeed } from './oncall-feed.ts'
import { project } from './project.ts'
import { resource } from './resource.ts'
import { runbook } from './runbook.ts'
import { scimToken } from './scim-token.ts'
import { score } from './score.ts'
import { scorecard } from './scorecard.ts'
import { secret } from './secret.ts'
import { slo } from './slo.ts'
import { sloCount, sloReport } from './slo-counts.ts'
import { sloSnapshot } from './slo-snapshot.ts'
import { ssoDomain, ssoSettings } from './sso.ts'
import { system } from './system.ts'
import { team } from './team.ts'
import { template } from './template.ts'
import { user } from './user.ts'
import { viewOf } from './view.ts'
import { webhook } from './webhook.ts'
import { webhookDelivery } from './webhook-delivery.ts'
import { workloadTrust } from './workload-trust.ts'

/** All kinds but those that are about others, one line each. */
const ownKinds = {
  project,
  team,
  api,
  resource,
  system,
  domain,
  dependency,
  scorecard,
  score,
  issue,
  issueComment,
  runbook,
  slo,
  sloSnapshot,
  sloReport,
  sloCount,
  oncallBinding,
  oncallFeed,
  secret,
  integration,
  deployment,
  template,
  costEntry,
  driftSnapshot,
  errorTracker,
  link,
  webhook,
  webhookDelivery,
  user,
  token,
  apiKey,
  workloadTrust,
  identityProvider,
  ssoDomain,
  ssoSettings,
  groupMapping,
  scimToken,
}

/** All kinds. */
export const kinds = { ...ownKinds, view: viewOf(Object.values(ownKinds)) }

export type Kinds = typeof kinds

export const allKinds: readonly Kind[] = Object.values(kinds)

const byName = new Map(allKinds.map((kind) => [kind.name, kind]))

/** For names that may come from another version, or were written by hand. */
export const findKind = (name: string): Kind | undefined => byName.get(name)

export function kindNamed(name: string): Kind {
  const kind = findKind(name)
  if (!kind) throw new Error(`No kind is called ${name}.`)
  return kind
}
