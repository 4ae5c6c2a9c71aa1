import { lazy } from 'react'
import type { Area } from '../../record/area.ts'

export const settingsArea: Area = {
  routes: [
    {
      path: '/settings',
      load: async () => (await import('./layout/settings-layout.tsx')).SettingsLayout,
      first: '/settings/account',
      pages: [
        { path: 'account', load: async () => (await import('./account/profile-page.tsx')).ProfilePage },
        { path: 'tokens', load: async () => (await import('./account/tokens-page.tsx')).TokensPage },
        { path: 'security', load: async () => (await import('./account/security-page.tsx')).SecurityPage },
        { path: 'general', load: async () => (await import('./general/general-page.tsx')).GeneralPage },
        { path: 'members', load: async () => (await import('./members/members-page.tsx')).MembersPage },
        { path: 'api-keys', load: async () => (await import('./api-keys/api-keys-page.tsx')).ApiKeysPage },
        {
          path: 'integrations',
          load: async () => (await import('./integrations/integrations-page.tsx')).IntegrationsPage,
        },
        { path: 'import', load: async () => (await import('./import/import-page.tsx')).ImportPage },
        { path: 'vault', load: async () => (await import('./vault/vault-page.tsx')).VaultPage },
        { path: 'webhooks', load: async () => (await import('./webhooks/webhooks-page.tsx')).WebhooksPage },
        { path: 'webhooks/$id', load: async () => (await import('./webhooks/webhook-page.tsx')).WebhookPage },
        {
          path: 'identity-providers',
          load: async () => (await import('./identity-providers/providers-page.tsx')).ProvidersPage,
        },
        {
          path: 'identity-providers/$id',
          load: async () => (await import('./identity-providers/provider-page.tsx')).ProviderPage,
        },
        { path: 'sso', load: async () => (await import('./sso/sso-page.tsx')).SsoPage },
        { path: 'scim', load: async () => (await import('./scim/scim-page.tsx')).ScimPage },
        {
          path: 'group-mappings',
          load: async () => (await import('./group-mappings/mappings-page.tsx')).MappingsPage,
        },
        {
          path: 'workload-trusts',
          load: async () => (await import('./workload-trusts/trusts-page.tsx')).TrustsPage,
        },
        { path: 'deleted', load: async () => (await import('./deleted/deleted-page.tsx')).DeletedPage },
        {
          path: 'audit-log',
          load: async () => (await import('./audit-log/audit-log-page.tsx')).AuditLogPage,
        },
      ],
    },
  ],
  controls: {
    vaultItem: lazy(async () => ({
      default: (await import('./vault/keyword-picker.tsx')).KeywordControl,
    })),
  },
}
