import { allKinds } from '@svc/model'
import type { Commit } from '../../store/commit.ts'
import type { Store } from '../../store/open.ts'
import { indexPending } from '../../store/search/index-pending.ts'
import { isIndexed } from '../../store/search/tokens.ts'

/** So few that whoever writes next hardly waits for them. */
const atOnce = 100

const searched = new Set(allKinds.filter(isIndexed).map(({ name }) => name))

/** Whether a commit may have left something to index. */
export const mayConcernIndex = ({ kinds }: Commit): boolean => !searched.isDisjointFrom(kinds)

/** Indexes the next of the records that were written; true while there are more. */
export const indexWritten = (store: Store): Promise<boolean> =>
  store.transaction((tx) => tx.run(indexPending, atOnce))
