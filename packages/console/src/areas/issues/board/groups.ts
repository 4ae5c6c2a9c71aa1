import { type IssueStatus, type kinds, type Resource, statusGroups } from '@svc/model'

export type Issue = Resource<typeof kinds.issue>
export type Group = (typeof statusGroups)[IssueStatus]

export const statuses = Object.keys(statusGroups) as readonly IssueStatus[]

/** The columns, in the order of the workflow, each with its statuses. */
export const groups: readonly { readonly group: Group; readonly statuses: readonly IssueStatus[] }[] = [
  ...new Set(Object.values(statusGroups)),
].map((group) => ({ group, statuses: statuses.filter((status) => statusGroups[status] === group) }))

/** The first status of the next column, or the next status of the same one. */
export function neighbour(status: IssueStatus, key: string): IssueStatus {
  const column = groups.findIndex(({ group }) => group === statusGroups[status])
  const own = groups[column]?.statuses ?? []
  const row = own.indexOf(status)
  switch (key) {
    case 'ArrowLeft':
      return groups[column - 1]?.statuses[0] ?? status
    case 'ArrowRight':
      return groups[column + 1]?.statuses[0] ?? status
    case 'ArrowUp':
      return own[row - 1] ?? status
    case 'ArrowDown':
      return own[row + 1] ?? status
    default:
      return status
  }
}
