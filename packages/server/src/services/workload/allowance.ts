import type { Kinds, Stored } from '@svc/model'

/** All of a rule that decides who gets which token: not its name, and not when it was used. */
export const allowanceOf = (trust: Stored<Kinds['workloadTrust']>) => {
  const { issuer, audience, conditions, scopes, mode, maxSeconds, status } = trust
  return { issuer, audience, conditions, scopes, mode, maxSeconds, status }
}
