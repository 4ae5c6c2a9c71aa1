import { CatalogError } from '@svc/model'
import { ForbiddenAddressError, UpstreamError } from '../outbound/errors.ts'
import { MasterKeyError } from './vault/master-key.ts'
import { UseRefusedError } from './vault/uses.ts'

/** Something that was configured, or found where the configuration points, cannot be used. */
export class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError'
}

/** Errors about a credential. */
const credentialErrors = [ConfigurationError, MasterKeyError, UseRefusedError]
const expectedErrors = [CatalogError, UpstreamError, ForbiddenAddressError, ...credentialErrors]

export const isCredentialError = (error: unknown): boolean =>
  credentialErrors.some((type) => error instanceof type)

/** The message of an error that users may cause or meet, which they may see; undefined for a bug in svc. */
export const expectedErrorMessage = (error: unknown): string | undefined =>
  expectedErrors.some((type) => error instanceof type) ? (error as Error).message : undefined
