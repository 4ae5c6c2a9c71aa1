import { CatalogError } from '@svc/model'

export const signedOut = (): CatalogError =>
  new CatalogError('unauthenticated', 'You are no longer signed in. Sign in again to continue.')
