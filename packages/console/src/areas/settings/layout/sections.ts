import {
  ArrowLeftRight,
  Building2,
  Fingerprint,
  FolderSync,
  Globe,
  History,
  KeyRound,
  type LucideIcon,
  MonitorSmartphone,
  Plug,
  ScanFace,
  Trash2,
  UserRound,
  Users,
  UsersRound,
  Vault,
  Webhook,
  Workflow,
} from 'lucide-react'

export interface Section {
  readonly to: string
  readonly label: string
  readonly icon: LucideIcon
  /** Shared by live and test data, and changed only in live mode. */
  readonly isShared?: true
}

export const accountSections: readonly Section[] = [
  { to: '/settings/account', label: 'Profile', icon: UserRound },
  { to: '/settings/tokens', label: 'Access tokens', icon: KeyRound },
  { to: '/settings/security', label: 'Sign-in and sessions', icon: MonitorSmartphone },
]

/** For admins. */
export const organisationSections: readonly Section[] = [
  { to: '/settings/general', label: 'General', icon: Building2, isShared: true },
  { to: '/settings/members', label: 'Members', icon: Users, isShared: true },
  { to: '/settings/api-keys', label: 'API keys', icon: Fingerprint },
  { to: '/settings/integrations', label: 'Integrations', icon: Plug },
  { to: '/settings/vault', label: 'Vault', icon: Vault },
  { to: '/settings/webhooks', label: 'Webhooks', icon: Webhook },
  { to: '/settings/identity-providers', label: 'Identity providers', icon: ScanFace, isShared: true },
  { to: '/settings/sso', label: 'Single sign-on', icon: Globe, isShared: true },
  { to: '/settings/scim', label: 'Directory (SCIM)', icon: FolderSync, isShared: true },
  { to: '/settings/group-mappings', label: 'Group mappings', icon: UsersRound, isShared: true },
  { to: '/settings/workload-trusts', label: 'Pipelines', icon: Workflow, isShared: true },
  { to: '/settings/deleted', label: 'Deleted', icon: Trash2 },
  { to: '/settings/import', label: 'Import and export', icon: ArrowLeftRight },
  { to: '/settings/audit-log', label: 'Audit log', icon: History },
]
