import { CatalogError, kinds, type Kinds, type Stored } from '@svc/model'
import { behaviour } from '../records/behaviour.ts'

type Comment = Stored<Kinds['issueComment']>

/** Written in the name of whoever sends it, and noted in the activity of the issue. */
export const commentBehaviour = behaviour<Comment>(kinds.issueComment, {
  prepare: ({ next, before }, { actor }) =>
    before || next.authorName !== null
      ? next
      : { ...next, authorUid: actor.type === 'user' ? actor.id : null, authorName: actor.name },

  async begin(change, { id, issueId }) {
    await change.log('issue.commented', { kind: kinds.issue.name, id: issueId }, null, { commentId: id })
  },

  permit({ actor, scopes }, { authorUid }) {
    if (scopes.includes('admin') || (actor.type === 'user' && actor.id === authorUid)) return
    throw new CatalogError('forbidden', 'Only its author and admins may change or delete a comment.')
  },
})
