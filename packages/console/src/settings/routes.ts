import { type AnyRoute, createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { anySearch, rootRoute } from '../app/root-route.ts'

const layout = createRoute({
  getParentRoute: () => rootRoute,
  path: '/settings',
  component: lazyRouteComponent(() => import('./layout/settings-layout.tsx'), 'SettingsLayout'),
})

const page = (path: string, component: ReturnType<typeof lazyRouteComponent>): AnyRoute =>
  createRoute({ getParentRoute: () => layout, path, validateSearch: anySearch, component })

const first = createRoute({
  getParentRoute: () => layout,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/settings/account', replace: true })
  },
})

export const settingsRoutes: readonly AnyRoute[] = [
  layout.addChildren([
    first,
    page(
      'account',
      lazyRouteComponent(() => import('./account/profile-page.tsx'), 'ProfilePage'),
    ),
    page(
      'tokens',
      lazyRouteComponent(() => import('./account/tokens-page.tsx'), 'TokensPage'),
    ),
    page(
      'security',
      lazyRouteComponent(() => import('./account/security-page.tsx'), 'SecurityPage'),
    ),
    page(
      'general',
      lazyRouteComponent(() => import('./general/general-page.tsx'), 'GeneralPage'),
    ),
    page(
      'members',
      lazyRouteComponent(() => import('./members/members-page.tsx'), 'MembersPage'),
    ),
    page(
      'api-keys',
      lazyRouteComponent(() => import('./api-keys/api-keys-page.tsx'), 'ApiKeysPage'),
    ),
    page(
      'integrations',
      lazyRouteComponent(() => import('./integrations/integrations-page.tsx'), 'IntegrationsPage'),
    ),
    page(
      'vault',
      lazyRouteComponent(() => import('./vault/vault-page.tsx'), 'VaultPage'),
    ),
    page(
      'webhooks',
      lazyRouteComponent(() => import('./webhooks/webhooks-page.tsx'), 'WebhooksPage'),
    ),
    page(
      'webhooks/$id',
      lazyRouteComponent(() => import('./webhooks/webhook-page.tsx'), 'WebhookPage'),
    ),
    page(
      'identity-providers',
      lazyRouteComponent(() => import('./identity-providers/providers-page.tsx'), 'ProvidersPage'),
    ),
    page(
      'identity-providers/$id',
      lazyRouteComponent(() => import('./identity-providers/provider-page.tsx'), 'ProviderPage'),
    ),
    page(
      'sso',
      lazyRouteComponent(() => import('./sso/sso-page.tsx'), 'SsoPage'),
    ),
    page(
      'audit-log',
      lazyRouteComponent(() => import('./audit-log/audit-log-page.tsx'), 'AuditLogPage'),
    ),
  ]),
]
