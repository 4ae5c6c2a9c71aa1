import { authorizationCodeGrant } from './authorization-code.ts'
import { deviceCodeGrant } from './device-code.ts'
import type { Grant, GrantTools } from './grant.ts'
import { refreshTokenGrant } from './refresh-token.ts'
import { tokenExchange, tokenExchangeType } from './token-exchange.ts'

/** Every way to get a token, by what a program calls it in `grant_type`. */
export const createGrants = (tools: GrantTools): ReadonlyMap<string, Grant> =>
  new Map<string, Grant>([
    ['authorization_code', authorizationCodeGrant(tools)],
    ['refresh_token', refreshTokenGrant(tools)],
    ['urn:ietf:params:oauth:grant-type:device_code', deviceCodeGrant(tools)],
    [tokenExchangeType, tokenExchange(tools.workload)],
  ])
