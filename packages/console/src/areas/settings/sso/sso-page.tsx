import { PageHead } from '../../../design/page-head.tsx'
import { DomainsCard } from './domains-card.tsx'
import { SettingsCard } from './settings-card.tsx'

export const SsoPage = () => (
  <>
    <PageHead title="Single sign-on" lead="Whose members sign in where, and whether they must." />
    <DomainsCard />
    <SettingsCard />
  </>
)
