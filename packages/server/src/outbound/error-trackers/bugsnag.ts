import { errorTrackerProviders } from '@svc/model'
import type { ErrorTrackerClient, TrackedIssue } from '../error-trackers.ts'
import { countAt, listAt, textAt, timeAt, urlAt, wordAt } from '../json-value.ts'
import { linkTo } from '../link-header.ts'
import { createUpstreamApi, ifAllowed, segment, type UpstreamApi } from '../upstream-api.ts'
import { topIssues } from './top-issues.ts'

const who = errorTrackerProviders.bugsnag.name
const pageSize = 100
const maxPages = 10

const isOpen = {
  'filters[error.status][][type]': 'eq',
  'filters[error.status][][value]': 'open',
}
const sinceYesterday = {
  'filters[event.since][][type]': 'eq',
  'filters[event.since][][value]': '24h',
}

/** The open errors of a project at Bugsnag, by the project's id. */
export const bugsnag: ErrorTrackerClient<'bugsnag'> = {
  async ask(place, { token }, projectRef) {
    const api = createUpstreamApi({
      ...place,
      who,
      subject: `project ${JSON.stringify(projectRef)}`,
      headers: { authorization: `token ${token}`, 'x-version': '2' },
    })
    const path = `/projects/${segment(projectRef ?? '')}`
    const { entries, isWhole } = await recentErrors(api, path, place.baseUrl)
    const { headers } = await api.get(`${path}/errors`, { ...isOpen, per_page: 1 })
    const project = (await ifAllowed(api.get(path)))?.value
    const page = urlAt(project, 'html_url')?.replace(/\/+$/, '')
    const issues = entries.flatMap((entry) => issueOf(entry, page))
    return {
      totalOpen: countAt(headers, 'x-total-count'),
      // A partial sum would be mistaken for the total.
      totalEvents24h: isWhole ? issues.reduce((sum, { count24h }) => sum + (count24h ?? 0), 0) : null,
      issues: topIssues(issues),
    }
  },
}

/** With a time filter, an error's event count is that of the period. */
async function recentErrors(api: UpstreamApi, path: string, baseUrl: string) {
  const entries: unknown[] = []
  const query = { ...isOpen, ...sinceYesterday, sort: 'events', direction: 'desc', per_page: pageSize }
  let answer = await api.get(`${path}/errors`, query)
  for (let page = 1; ; page++) {
    entries.push(...listAt(who, answer.value))
    const next = linkTo('next', answer.headers.link)?.url
    // The token goes to this API alone, wherever a link leads.
    const isOurs = next?.startsWith(`${baseUrl}/`) ?? false
    if (next === undefined || !isOurs || page === maxPages) return { entries, isWhole: next === undefined }
    answer = await api.get(next.slice(baseUrl.length))
  }
}

function issueOf(entry: unknown, page: string | undefined): readonly TrackedIssue[] {
  const id = wordAt(entry, 'id')
  if (id === null) return []
  const title = [textAt(entry, 'error_class'), textAt(entry, 'message')].filter((part) => part !== null)
  return [
    {
      id,
      title: title.join(': ').slice(0, 200).toWellFormed() || id,
      level: textAt(entry, 'severity') ?? 'error',
      count24h: countAt(entry, 'events'),
      lastSeenAt: timeAt(entry, 'last_seen'),
      url: page === undefined ? null : `${page}/errors/${encodeURIComponent(id)}`,
    },
  ]
}
