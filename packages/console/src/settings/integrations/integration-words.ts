import type { IntegrationType } from '@svc/model'
import {
  Activity,
  GitBranch,
  type LucideIcon,
  MessageSquare,
  RefreshCw,
  Rocket,
  SquareCheckBig,
  Webhook,
} from 'lucide-react'

interface Words {
  readonly icon: LucideIcon
  readonly about: string
}

/** What each connection is good for. */
export const integrationWords: Readonly<Record<IntegrationType, Words>> = {
  slack: { icon: MessageSquare, about: 'Messages to the channels of a workspace.' },
  jira: { icon: SquareCheckBig, about: 'Issues in the projects of a Jira site.' },
  envSync: { icon: RefreshCw, about: 'Variables of environments, with values from the vault.' },
  observability: { icon: Activity, about: 'SLOs measured from Prometheus or Grafana.' },
  deployment: { icon: Rocket, about: 'What is deployed to, and the credentials for it.' },
  vcs: { icon: GitBranch, about: 'Specifications from private repositories.' },
  webhooks: { icon: Webhook, about: 'Addresses of your own that are told of every change.' },
}
