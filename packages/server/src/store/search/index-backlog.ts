import { allKinds, type Kind } from '@svc/model'
import type { PartitionId } from '../partition-id.ts'
import { recordsIn } from '../records.ts'
import type { Sql } from '../sql.ts'
import { again, positionIn } from './backlog.ts'
import { indexRecords } from './index-records.ts'
import type { IndexStep } from './index-step.ts'
import { foundBy, isIndexed } from './tokens.ts'

/** In the order in which they were created. */
const byId = { field: 'createdAt', isDescending: false }
/** What is read of records at once: some are documents. */
const atOnceBytes = 1024 * 1024

/**
 * The next records of a partition, in the order of kinds and ids. It is locked meanwhile: a record that is changed at
 * the same moment would be indexed as it was.
 */
export async function indexNext(tx: Sql, partitionId: PartitionId, limit: number): Promise<IndexStep> {
  await tx.all(`select id from partitions where id = ?${tx.dialect.forUpdate}`, [partitionId])
  const position = await positionIn(tx, partitionId)
  if (position === undefined) return { indexed: 0, isDone: true }
  const mark = position.startsWith(again) ? again : ''
  const [reached = '', after = ''] = position.slice(mark.length).split(' ')
  const kinds = allKinds.filter(isIndexed).toSorted((a, b) => (a.name < b.name ? -1 : 1))
  const kind = kinds.find(({ name }) => name >= reached)
  if (!kind) {
    await tx.run('delete from search_backlog where partition_id = ?', [partitionId])
    return { indexed: 0, isDone: true }
  }
  const step = await indexSome(tx, { partitionId, kind, after: kind.name === reached ? after : '' }, limit)
  // A name that follows this one directly: the next kind, whichever that is.
  const next = step.last === undefined || step.isEnd ? `${kind.name}!` : `${kind.name} ${step.last}`
  await tx.run('update search_backlog set position = ? where partition_id = ?', [mark + next, partitionId])
  return { indexed: step.count, isDone: false }
}

async function indexSome(
  tx: Sql,
  { partitionId, kind, after }: { partitionId: PartitionId; kind: Kind; after: string },
  limit: number,
): Promise<{ readonly last: string | undefined; readonly count: number; readonly isEnd: boolean }> {
  const { stored, isCut } = await recordsIn(partitionId, tx).slice(kind, {
    where: [],
    sort: byId,
    after: after === '' ? undefined : [after],
    fields: foundBy(kind),
    limit,
    bytes: atOnceBytes,
  })
  const records = stored.map(({ record }) => record)
  await indexRecords(tx, { partitionId, kind }, { records })
  const last = records.at(-1)
  return {
    last: last && String(last.id),
    count: records.length,
    isEnd: records.length < limit && !isCut,
  }
}
