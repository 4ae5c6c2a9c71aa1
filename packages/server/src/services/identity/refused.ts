import { CatalogError } from '@svc/model'

export const refused = (message: string): CatalogError =>
  new CatalogError(
    'unauthenticated',
    `${message} Send "Authorization: Bearer svc_pat_live_…" with a valid one.`,
    {
      headers: { 'www-authenticate': 'Bearer' },
    },
  )
