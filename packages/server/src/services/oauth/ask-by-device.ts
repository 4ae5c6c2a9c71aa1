import { insertDeviceRequest } from '../../store/queries/device-requests.ts'
import { digestOf } from '../identity/secrets.ts'
import type { Visitor } from '../sign-in/sign-in-service.ts'
import { clientOf } from './clients.ts'
import type { GrantTools, TokenForm } from './grants/grant.ts'
import { newProgramSecret } from './program-secrets.ts'
import { readMode, readScopes } from './requested.ts'
import { newUserCode, userCodeDigest } from './user-code.ts'

const lifeSeconds = 600
const intervalSeconds = 5

/** A program without a browser asks to act for whoever enters its code (RFC 8628). */
export async function askByDevice(
  { store, now, site }: GrantTools,
  form: TokenForm,
  { agent, address }: Visitor,
) {
  const client = clientOf(form)
  const request = {
    ...{ client: client.id, scopes: readScopes(form.get('scope')), mode: readMode(form) },
    ...{ agent: agent?.slice(0, 300) ?? null, address, intervalSeconds },
    createdAt: now().toISOString(),
    expiresAt: new Date(now().getTime() + lifeSeconds * 1_000).toISOString(),
  }
  const deviceCode = newProgramSecret('device')
  const digest = digestOf(deviceCode)
  for (;;) {
    const code = newUserCode()
    const userCode = userCodeDigest(code) ?? ''
    // Another one may have the same code right now.
    if (!(await store.transaction((tx) => tx.run(insertDeviceRequest, { digest, userCode }, request))))
      continue
    return {
      device_code: deviceCode,
      user_code: code,
      verification_uri: `${site.url()}/device`,
      verification_uri_complete: `${site.url()}/device?user_code=${code}`,
      expires_in: lifeSeconds,
      interval: intervalSeconds,
    }
  }
}
