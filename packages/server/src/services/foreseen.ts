import { CatalogError } from '@svc/model'
import { ForbiddenAddressError, UpstreamError } from '../outbound/errors.ts'
import { MasterKeyError } from './vault/master-key.ts'
import { UseRefusedError } from './vault/uses.ts'

/** What was found does not fit its use. */
export class Misfit extends Error {
  override readonly name = 'Misfit'
}

/** What may be wrong with a credential. */
const ofCredentials = [Misfit, MasterKeyError, UseRefusedError]
const all = [CatalogError, UpstreamError, ForbiddenAddressError, ...ofCredentials]

export const isCredentialFault = (error: unknown): boolean =>
  ofCredentials.some((kind) => error instanceof kind)

/** The message of an error that may happen to anyone, which is for people; undefined where it is a fault of svc. */
export const foreseenMessage = (error: unknown): string | undefined =>
  all.some((kind) => error instanceof kind) ? (error as Error).message : undefined
