import { PageHead } from '../../../design/page-head.tsx'
import { PasswordCard } from './password-card.tsx'
import { SessionsCard } from './sessions-card.tsx'

export const SecurityPage = () => (
  <>
    <PageHead title="Password and sessions" />
    <PasswordCard />
    <SessionsCard />
  </>
)
