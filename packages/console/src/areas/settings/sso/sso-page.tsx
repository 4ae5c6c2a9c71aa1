import { PageHead } from '../../../design/page-head.tsx'
import { DomainsCard } from './domains-card.tsx'
import { SettingsCard } from './settings-card.tsx'

export const SsoPage = () => (
  <>
    <PageHead
      title="Single sign-on"
      lead="Which domains sign in with which provider, and whether they have to."
    />
    <DomainsCard />
    <SettingsCard />
  </>
)
