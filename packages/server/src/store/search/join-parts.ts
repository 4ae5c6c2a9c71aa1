import { first, type Sql } from '../sql.ts'

/** Makes later searches quicker by a little work; false if there is none left. */
export async function joinParts(tx: Sql): Promise<boolean> {
  const { join } = tx.dialect.texts
  if (join === undefined) return false
  const before = await written(tx)
  await tx.run(join)
  // The statement itself counts as one change.
  return (await written(tx)) - before > 1
}

const written = async (tx: Sql): Promise<number> =>
  Number((await first(tx, 'select total_changes() as count', []))?.count)
