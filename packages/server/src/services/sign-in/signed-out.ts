import { CatalogError } from '@svc/model'

export const signedOut = (): CatalogError =>
  new CatalogError('unauthenticated', 'You are not signed in any more. Sign in again to go on.')
