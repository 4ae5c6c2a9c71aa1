import { kinds } from '@svc/model'
import { Check } from '../../../design/checks.tsx'
import { useCall } from '../../../api/use-call.ts'

/** Whether to revoke the access tokens too; hidden where there are none. */
export function RevokeTokens({
  value,
  onChange,
}: {
  readonly value: boolean
  onChange(value: boolean): void
}) {
  const found = useCall(kinds.token, 'listTokens')
  const now = new Date().toISOString()
  const count = found.data?.tokens.filter(({ expiresAt }) => expiresAt === null || expiresAt > now).length
  if (!count) return null
  return (
    <Check
      label={count === 1 ? 'Also revoke your access token' : `Also revoke your ${count} access tokens`}
      about={`Otherwise programs that use ${count === 1 ? 'it' : 'them'} keep working.`}
      value={value}
      onChange={onChange}
    />
  )
}

/** For the confirmation afterwards. */
export const tokensLeftWords = (count: number): string =>
  count === 0 ? '' : count === 1 ? ' One access token still works.' : ` ${count} access tokens still work.`
