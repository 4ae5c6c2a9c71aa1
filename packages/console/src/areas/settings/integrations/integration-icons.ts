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

export const integrationIcons: Readonly<Record<IntegrationType, LucideIcon>> = {
  slack: MessageSquare,
  jira: SquareCheckBig,
  envSync: RefreshCw,
  observability: Activity,
  deployment: Rocket,
  vcs: GitBranch,
  webhooks: Webhook,
}
