import { CatalogError, type Role, roleReaches } from '@svc/model'

/** Whether an organisation wants people of this role to have a second factor. */
export const needsFactor = (setting: unknown, role: Role): boolean =>
  setting === 'all' || (setting === 'admins' && roleReaches(role, 'admin'))

export const factorMissing = (): CatalogError =>
  new CatalogError(
    'second_factor_required',
    'Your organisation requires a second factor: add an authenticator app or a passkey to your account first.',
  )
