import { invalid, type Kinds, kinds, type Stored } from '@svc/model'
import type { Change } from '../../store/change.ts'
import { behaviour } from '../behaviour.ts'

type SsoSettings = Stored<Kinds['ssoSettings']>

/** With one alone, whoever is ill locks everyone out. */
const fewestBreakGlass = 2

const isRequired = ({ enforcementMode }: SsoSettings): boolean => enforcementMode.startsWith('required_')

/** A provider is required only where signing in has been tried and somebody can get in without it. */
export const ssoSettingsBehaviour = behaviour<SsoSettings>(kinds.ssoSettings, {
  prepare: async ({ next: given, before }, change) => {
    const breakGlassUids = [...new Set(given.breakGlassUids)]
    const next = { ...given, breakGlassUids, breakGlassUidsCount: breakGlassUids.length }
    const isOtherMode = next.enforcementMode !== before?.enforcementMode
    const areOthers = breakGlassUids.join() !== before?.breakGlassUids.join()
    if (areOthers) await checkMembers(change, next)
    if (isRequired(next) && (isOtherMode || areOthers)) checkBreakGlass(next, isOtherMode)
    if (isRequired(next) && isOtherMode) await checkReadiness(change, next)
    return next
  },
})

async function checkMembers(change: Change, { breakGlassUids }: SsoSettings): Promise<void> {
  if (breakGlassUids.length === 0) return
  if (breakGlassUids.length < fewestBreakGlass)
    throw invalid('breakGlassUids', `must name at least ${fewestBreakGlass} members, or none`)
  const users = await change.list(kinds.user, { where: [{ field: 'id', in: breakGlassUids }] })
  const inactive = users.find(({ record }) => record.isActive !== true)
  if (!inactive) return
  const path = `breakGlassUids/${breakGlassUids.indexOf(String(inactive.record.id))}`
  throw invalid(path, `names the user ${JSON.stringify(inactive.record.id)}, who is deactivated`)
}

function checkBreakGlass({ breakGlassUids, enforcementMode }: SsoSettings, isOtherMode: boolean): void {
  if (breakGlassUids.length >= fewestBreakGlass) return
  throw isOtherMode
    ? invalid(
        'enforcementMode',
        `cannot be ${enforcementMode} before breakGlassUids names at least ${fewestBreakGlass} members who can always get in`,
      )
    : invalid('breakGlassUids', `cannot be empty while enforcementMode is ${enforcementMode}`)
}

async function checkReadiness(change: Change, { enforcementMode }: SsoSettings): Promise<void> {
  const tested = await change.list(kinds.identityProvider, {
    where: [
      { field: 'lastTestResult', is: 'success' },
      { field: 'status', in: ['configuring', 'active', 'error'] },
    ],
    limit: 1,
  })
  if (tested.length === 0)
    throw invalid(
      'enforcementMode',
      `cannot be ${enforcementMode} before an identity provider that is not disabled has passed its test`,
    )
  if (enforcementMode !== 'required_verified') return
  const verified = await change.list(kinds.ssoDomain, {
    where: [{ field: 'verificationStatus', is: 'verified' }],
    limit: 1,
  })
  if (verified.length === 0)
    throw invalid('enforcementMode', `cannot be ${enforcementMode} before a domain is verified`)
}
