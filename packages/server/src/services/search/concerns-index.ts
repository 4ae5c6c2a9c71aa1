import { allKinds } from '@svc/model'
import type { Commit } from '../../store/commit.ts'
import { isIndexed } from '../../store/search/tokens.ts'

const searched = new Set(allKinds.filter(isIndexed).map(({ name }) => name))

/** Whether a commit may have left something to index. */
export const concernsIndex = ({ kinds }: Commit): boolean => !searched.isDisjointFrom(kinds)
