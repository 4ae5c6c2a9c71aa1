import { invalid, kinds, minBreakGlass } from '@svc/model'
import type { Change } from '../../store/change.ts'
import { behaviour } from '../records/behaviour.ts'
import { revokeShutOutTokens } from './revoke-tokens.ts'
import { rulesChanged } from './rules-changed.ts'
import { breakGlass, isRequired, missingFor, type SsoSettings } from './requirement.ts'

/** SSO can be required only if a provider has been tested and somebody can get in without it. */
export const ssoSettingsBehaviour = behaviour<SsoSettings>(kinds.ssoSettings, {
  prepare: async ({ next: given, before }, change) => {
    const breakGlassUids = [...new Set(given.breakGlassUids)]
    const next = { ...given, breakGlassUids, breakGlassUidsCount: breakGlassUids.length }
    const isOtherMode = next.enforcementMode !== before?.enforcementMode
    const areOthers = breakGlassUids.join() !== before?.breakGlassUids.join()
    // Too few members is one of the reasons why the mode cannot be this.
    if (isRequired(next) && isOtherMode) await checkMode(change, next)
    if (areOthers) await checkMembers(change, next)
    if (!isRequired(next)) return { ...next, enforcedSince: null }
    if (areOthers && !isOtherMode) await checkBreakGlass(change, next)
    return {
      ...next,
      enforcedSince: isEnforcedAlike(before, next) ? (before?.enforcedSince ?? null) : change.at,
    }
  },
  follow: async (change, before, after) => {
    rulesChanged(change)
    const isNews = before.personalTokens !== after.personalTokens || !isEnforcedAlike(before, after)
    if (isNews && isRequired(after) && after.personalTokens === 'revoke')
      await revokeShutOutTokens(change, after)
  },
})

const isEnforcedAlike = (before: SsoSettings | undefined, next: SsoSettings): boolean =>
  before?.enforcementMode === next.enforcementMode &&
  before.allowPasswordFallback === next.allowPasswordFallback

async function checkMembers(change: Change, { breakGlassUids }: SsoSettings): Promise<void> {
  if (breakGlassUids.length === 0) return
  if (breakGlassUids.length < minBreakGlass)
    throw invalid('breakGlassUids', `must name at least ${minBreakGlass} members, or none`)
  const users = await change.list(kinds.user, { where: [{ field: 'id', in: breakGlassUids }] })
  const inactive = users.find(({ record }) => record.isActive !== true)
  if (!inactive) return
  const path = `breakGlassUids/${breakGlassUids.indexOf(String(inactive.record.id))}`
  throw invalid(path, `names the user ${JSON.stringify(inactive.record.id)}, who is deactivated`)
}

async function checkMode(change: Change, next: SsoSettings): Promise<void> {
  const missing = await missingFor(change, next)
  if (missing) throw invalid('enforcementMode', `cannot be ${next.enforcementMode} without ${missing}`)
}

async function checkBreakGlass(change: Change, next: SsoSettings): Promise<void> {
  const missing = await missingFor(change, next, [breakGlass])
  if (missing)
    throw invalid(
      'breakGlassUids',
      `cannot be these while enforcementMode is ${next.enforcementMode}, which requires ${missing}`,
    )
}
