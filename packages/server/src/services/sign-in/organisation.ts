import type { Change } from '../../store/change.ts'
import { findOrganisation, type Organisation, renameOrganisation } from '../../store/queries/organisations.ts'

/** Renames the organisation. It is not a record, but the change is logged nevertheless. */
export async function renameTo(
  change: Change,
  { id }: Pick<Organisation, 'id'>,
  given: string,
): Promise<{ readonly id: string; readonly name: string }> {
  const name = given.trim()
  const before = await change.run(findOrganisation, id)
  if (before?.name === name) return { id, name }
  await change.run(renameOrganisation, id, name)
  await change.log(
    'organisation.renamed',
    { kind: 'organisation', id },
    { name: before?.name ?? null },
    { name },
  )
  return { id, name }
}
