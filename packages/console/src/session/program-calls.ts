import type { Mode, Scope } from '@svc/model'
import { requestSignedIn } from './request.ts'

/** What a program asks to do for the person. */
export interface DeviceRequest {
  readonly client: { readonly id: string; readonly name: string }
  /** What it calls itself, and the network that it asks from. */
  readonly agent: string | null
  readonly address: string | null
  readonly mode: Mode
  readonly scopes: readonly Scope[]
  /** What of it the person may do themselves. */
  readonly grantable: readonly Scope[]
}

export interface Decision {
  readonly decision: 'approve' | 'deny'
  readonly mode?: Mode
}

export const readDeviceRequest = (userCode: string): Promise<DeviceRequest> =>
  requestSignedIn('POST', '/auth/device/read', { userCode })

export const decideDevice = (userCode: string, decision: Decision): Promise<unknown> =>
  requestSignedIn('POST', '/auth/device', { userCode, ...decision })

/** The query that the program's browser came with, and the answer to it. */
export const decideAuthorization = (
  query: Readonly<Record<string, string>>,
  decision: Decision,
): Promise<{ readonly redirectTo: string }> =>
  requestSignedIn('POST', '/auth/authorize', { ...query, ...decision })

/** A program that acts for the person. */
export interface ProgramGrant {
  readonly id: string
  readonly client: { readonly name: string }
  readonly agent: string | null
  readonly address: string | null
  readonly mode: Mode
  readonly scopes: readonly Scope[]
  readonly createdAt: string
  readonly usedAt: string
  readonly expiresAt: string
}

export const readGrants = (): Promise<{ readonly grants: readonly ProgramGrant[] }> =>
  requestSignedIn('GET', '/auth/grants')

export const endGrant = (id: string): Promise<void> =>
  requestSignedIn('DELETE', `/auth/grants/${encodeURIComponent(id)}`)
