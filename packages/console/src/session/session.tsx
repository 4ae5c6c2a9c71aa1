import { createContext, type ReactNode, useContext } from 'react'
import type { Session } from './session-calls.ts'

const Context = createContext<Session | undefined>(undefined)

export const SessionProvider = ({
  session,
  children,
}: {
  readonly session: Session
  readonly children: ReactNode
}) => <Context value={session}>{children}</Context>

/** Who is signed in. */
export function useSession(): Session {
  const session = useContext(Context)
  if (!session) throw new Error('useSession needs a SessionProvider.')
  return session
}
