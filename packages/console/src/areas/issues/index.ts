import { kinds } from '@svc/model'
import { lazy } from 'react'
import type { Area } from '../../record/area.ts'
import { ViewSwitch } from './view-switch.tsx'

export const issuesArea: Area = {
  routes: [
    {
      path: `${kinds.issue.path}/board`,
      load: async () => (await import('./board/board-page.tsx')).BoardPage,
    },
  ],
  panels: {
    [kinds.project.name]: [
      {
        id: 'issues',
        label: 'Issues',
        position: 40,
        fill: ({ issues }) => issues.open,
        load: async () => ({ default: (await import('./issue-lists.tsx')).IssuesOfProject }),
      },
    ],
    [kinds.user.name]: [
      {
        id: 'issues',
        label: 'Issues',
        position: 40,
        load: async () => ({ default: (await import('./issue-lists.tsx')).AssignedIssues }),
      },
    ],
  },
  cards: {
    [kinds.issue.name]: [
      {
        id: 'comments',
        place: 'main',
        Card: lazy(async () => ({ default: (await import('./comments/comments-card.tsx')).CommentsCard })),
      },
    ],
  },
  views: { [kinds.issue.name]: ViewSwitch },
  histories: {
    [kinds.issue.name]: async (client, id, page, signal) => {
      const { activity, nextCursor } = await client.call('listIssueActivity', {
        params: { issueId: id },
        query: page,
        signal,
      })
      return { events: activity, ...(nextCursor && { nextCursor }) }
    },
  },
}
