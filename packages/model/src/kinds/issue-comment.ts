import { field, identity, limits, timestamps } from '../kind/field.ts'
import { defineKind, verbs } from '../kind/kind.ts'
import { notBlank } from '../kind/patterns.ts'

export const issueComment = defineKind({
  name: 'issue_comment',
  noun: 'comment',
  title: 'IssueComment',
  about: 'What somebody says about an issue. Its author and admins may change and delete it.',
  group: 'Issues',
  path: '/issue-comments',
  table: 'issue_comments',
  listAs: 'comments',
  idParam: 'commentId',
  idPrefix: 'cmt',
  home: 'partition',
  columns: ['bodyMd', 'issueId', 'authorName', 'updatedAt'],
  verbs,
  // Whoever may write may delete their own.
  access: { delete: 'write' },
  fields: {
    ...identity(),
    issueId: field.ref('issue', {
      about: 'The issue it is about.',
      immutable: true,
      filter: true,
      onDelete: 'remove',
    }),
    bodyMd: field.text({
      label: 'Text',
      reads: 'markdown',
      about: 'What it says, in Markdown.',
      max: limits.description,
      pattern: notBlank,
    }),
    authorUid: field.ref('user', {
      label: 'Author',
      about: 'The member who wrote it; null if an API key did.',
      managed: true,
      nullable: true,
      evenInactive: true,
    }),
    authorName: field.text({
      about: 'What the author, or the API key, was called at the time.',
      echoes: 'authorUid',
      max: limits.name,
      managed: true,
      nullable: true,
    }),
    ...timestamps(),
  },
  example: { issueId: 'iss_…', bodyMd: 'Only cards that were saved before **May** fail.' },
})
