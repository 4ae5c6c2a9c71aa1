import { errorTrackerProviders } from '@svc/model'
import type { ErrorTrackerClient, TrackedIssue } from '../error-trackers.ts'
import { at, countAt, listAt, textAt, timeAt, urlAt, wordAt } from '../json-value.ts'
import { linkTo } from '../link-header.ts'
import { createUpstreamApi, ifAllowed, segment, type UpstreamApi } from '../upstream-api.ts'
import { maxIssues, sumOfPairs, topIssues } from './top-issues.ts'

const who = errorTrackerProviders.sentry.name
const maxPages = 5

/** The open issues of a project at Sentry, `organisation/project`. */
export const sentry: ErrorTrackerClient<'sentry'> = {
  async ask(place, { token }, projectRef) {
    const api = createUpstreamApi({
      ...place,
      who,
      subject: `project ${JSON.stringify(projectRef)}`,
      headers: { authorization: `Bearer ${token}` },
    })
    const [organisation = '', project = ''] = (projectRef ?? '').split('/')
    const issuesPath = `/api/0/organizations/${segment(organisation)}/issues/`
    const open = { project, query: 'is:unresolved' }
    const issues = await recentIssues(api, issuesPath, open)
    // The list above has only what was seen in 24 hours; this one counts everything that is open.
    const { headers } = await api.get(issuesPath, { ...open, limit: 1 })
    const now = Math.floor(Date.now() / 1_000)
    const received = await ifAllowed(
      api.get(`/api/0/projects/${segment(organisation)}/${segment(project)}/stats/`, {
        stat: 'received',
        resolution: '1h',
        since: now - 86_400,
        until: now,
      }),
    )
    return {
      totalOpen: countAt(headers, 'x-hits'),
      totalEvents24h: sumOfPairs(received?.value),
      issues: topIssues(issues),
    }
  },
}

async function recentIssues(
  api: UpstreamApi,
  path: string,
  open: Readonly<Record<string, string>>,
): Promise<readonly TrackedIssue[]> {
  const issues: TrackedIssue[] = []
  let cursor: string | undefined
  for (let page = 0; page < maxPages && issues.length < maxIssues; page++) {
    const { value, headers } = await api.get(path, {
      ...open,
      statsPeriod: '24h',
      groupStatsPeriod: '24h',
      sort: 'freq',
      limit: maxIssues,
      ...(cursor !== undefined && { cursor }),
    })
    issues.push(...listAt(who, value).flatMap(issueOf))
    const next = linkTo('next', headers.link)
    cursor = next?.params.get('cursor')
    // The link is there on the last page too, and says that nothing follows.
    if (cursor === undefined || next?.params.get('results') !== 'true') break
  }
  return issues
}

function issueOf(entry: unknown): readonly TrackedIssue[] {
  const id = wordAt(entry, 'id')
  if (id === null) return []
  return [
    {
      id,
      title: textAt(entry, 'title') ?? textAt(entry, 'shortId') ?? id,
      level: textAt(entry, 'level') ?? 'error',
      count24h: sumOfPairs(at(entry, 'stats', '24h')),
      lastSeenAt: timeAt(entry, 'lastSeen'),
      url: urlAt(entry, 'permalink'),
    },
  ]
}
