import { type Kinds, kindNamed, type Resource } from '@svc/model'

export type View = Resource<Kinds['view']>

/** Where a view is opened. */
export const addressOf = ({ id, kind, query, sort, groupBy, columns }: View) => ({
  to: kindNamed(kind).path,
  search: {
    view: id,
    ...(query && { query }),
    ...(sort && { sort }),
    ...(groupBy && { group: groupBy }),
    ...(columns.length > 0 && { columns: columns.join(',') }),
  },
})
