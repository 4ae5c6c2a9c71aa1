import {
  Building2,
  Fingerprint,
  Globe,
  History,
  KeyRound,
  type LucideIcon,
  MonitorSmartphone,
  Plug,
  ScanFace,
  UserRound,
  Users,
  Vault,
  Webhook,
} from 'lucide-react'

export interface Section {
  readonly to: string
  readonly label: string
  readonly icon: LucideIcon
}

export const accountSections: readonly Section[] = [
  { to: '/settings/account', label: 'Profile', icon: UserRound },
  { to: '/settings/tokens', label: 'Access tokens', icon: KeyRound },
  { to: '/settings/security', label: 'Password and sessions', icon: MonitorSmartphone },
]

/** For admins. */
export const organisationSections: readonly Section[] = [
  { to: '/settings/general', label: 'General', icon: Building2 },
  { to: '/settings/members', label: 'Members', icon: Users },
  { to: '/settings/api-keys', label: 'API keys', icon: Fingerprint },
  { to: '/settings/integrations', label: 'Integrations', icon: Plug },
  { to: '/settings/vault', label: 'Vault', icon: Vault },
  { to: '/settings/webhooks', label: 'Webhooks', icon: Webhook },
  { to: '/settings/identity-providers', label: 'Identity providers', icon: ScanFace },
  { to: '/settings/sso', label: 'Single sign-on', icon: Globe },
  { to: '/settings/audit-log', label: 'Audit log', icon: History },
]
