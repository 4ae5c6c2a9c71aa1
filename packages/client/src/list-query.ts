import type { Filters, Kind, ValueIn } from '@svc/model'

type ArrayFilter<K extends Kind> = {
  [F in keyof K['fields']]: K['fields'][F]['traits'] extends { filterAs: infer N extends string } ? N : never
}[keyof K['fields']]

/** The filters of a kind's list, as far as types can tell; the server rejects others. */
export type ListQuery<K extends Kind> = {
  readonly [F in keyof Filters<K>]?: ValueIn<Filters<K>[F]> | undefined
} & {
  readonly [F in ArrayFilter<K>]?: string | undefined
} & { readonly q?: string | undefined; readonly sort?: string | undefined } & WithField<
    K,
    'archived',
    { readonly archived?: 'true' | 'false' | 'all' | undefined }
  > &
  WithField<K, 'isDeleted', { readonly includeDeleted?: 'true' | 'false' | undefined }>

type WithField<K extends Kind, F extends string, T> = F extends keyof K['fields'] ? T : unknown
