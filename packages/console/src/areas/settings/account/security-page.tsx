import { PageHead } from '../../../design/page-head.tsx'
import { FactorsCard } from './factors-card.tsx'
import { IdentitiesCard } from './identities-card.tsx'
import { PasswordCard } from './password-card.tsx'
import { ProgramsCard } from './programs-card.tsx'
import { SessionsCard } from './sessions-card.tsx'

export const SecurityPage = () => (
  <>
    <PageHead title="Sign-in and sessions" />
    <PasswordCard />
    <FactorsCard />
    <IdentitiesCard />
    <SessionsCard />
    <ProgramsCard />
  </>
)
