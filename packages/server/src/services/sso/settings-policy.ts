import type { SsoPolicy } from '../../store/queries/sso-policy.ts'
import type { SsoSettings } from './requirement.ts'

/** What these settings mean for people of a domain. */
export const policyOf = (settings: SsoSettings, domain: SsoPolicy['domain']): SsoPolicy => ({
  enforcementMode: settings.enforcementMode,
  allowPasswordFallback: settings.allowPasswordFallback,
  breakGlassUids: settings.breakGlassUids,
  graceMinutes: settings.passwordSessionGracePeriodMinutes,
  enforcedSince: settings.enforcedSince,
  domain,
})
