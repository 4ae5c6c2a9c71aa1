import { kinds } from '@svc/model'
import type { Area } from '../../record/area.ts'
import type { HistoryPage } from '../../values/area-parts.ts'
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
  views: { [kinds.issue.name]: ViewSwitch },
  histories: {
    [kinds.issue.name]: async (client, id, page, signal) => {
      const answer = await client.call('listIssueActivity', { params: { issueId: id }, query: page, signal })
      return { events: answer.activity, nextCursor: answer.nextCursor } as unknown as HistoryPage
    },
  },
}
