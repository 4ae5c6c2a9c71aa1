import { errorTrackerProviders } from '@svc/model'
import { UpstreamError } from '../errors.ts'
import type { ErrorTrackerClient, TrackedIssue } from '../error-trackers.ts'
import { at, countAt, listAt, textAt, timeAt, wordAt } from '../json-value.ts'
import { createUpstreamApi, ifAllowed, type UpstreamApi } from '../upstream-api.ts'
import { sumOfPairs, topIssues } from './top-issues.ts'

const who = errorTrackerProviders.rollbar.name
/** Of 100 items each, most recently seen first. */
const maxPages = 3

/**
 * The active items of the project that a Rollbar token belongs to. The reference is the project's display
 * name, optionally with a slash and the environment to look at.
 */
export const rollbar: ErrorTrackerClient<'rollbar'> = {
  async ask(place, { token }, projectRef) {
    const api = createUpstreamApi({
      ...place,
      who,
      subject: 'such project',
      headers: { 'x-rollbar-access-token': token },
    })
    const [, environment] = projectRef?.split('/') ?? []
    const pageOf = (page: number) => activeItems(api, environment, page)
    const first = await pageOf(1)
    const counts = await countsOfDay(api, environment)
    const items = await morePages(pageOf, first, counts?.keys() ?? [])
    const events = await ifAllowed(
      api.get(
        '/api/1/reports/occurrence_counts',
        environment === undefined ? {} : { environments: environment },
      ),
    )
    const yesterday = Math.floor(Date.now() / 1_000) - 86_400
    return {
      totalOpen: first.totalOpen,
      totalEvents24h: sumOfPairs(at(events?.value, 'result'), yesterday),
      issues: topIssues(items.map(({ id, issue }) => ({ ...issue, count24h: counts?.get(id) ?? null }))),
    }
  },
}

/** How often each of the most active items has occurred, by id. */
async function countsOfDay(
  api: UpstreamApi,
  environment: string | undefined,
): Promise<ReadonlyMap<string, number> | null> {
  const answer = await ifAllowed(
    api.get('/api/1/reports/top_active_items', {
      hours: 24,
      sort: 'occurrences',
      ...(environment !== undefined && { environments: environment }),
    }),
  )
  if (!answer) return null
  const counts = new Map<string, number>()
  for (const row of resultOf(answer.value, 'result')) {
    // Some answers have the item next to its hourly counts, some have everything in one object.
    const id = wordAt(row, 'item', 'id') ?? wordAt(row, 'id')
    const hours = at(row, 'counts')
    const count = Array.isArray(hours)
      ? hours.reduce<number>((sum, _, hour) => sum + (countAt(hours, String(hour)) ?? 0), 0)
      : (countAt(row, 'occurrences') ?? countAt(row, 'item', 'occurrences'))
    if (id !== null && count !== null) counts.set(id, count)
  }
  return counts
}

interface Item {
  readonly id: string
  readonly issue: TrackedIssue
}

interface Page {
  readonly items: readonly Item[]
  readonly totalOpen: number | null
}

async function activeItems(api: UpstreamApi, environment: string | undefined, page: number): Promise<Page> {
  const { value } = await api.get('/api/1/items/', {
    status: 'active',
    page,
    ...(environment !== undefined && { environment }),
  })
  const items = resultOf(value, 'result', 'items').flatMap(itemOf)
  return { items, totalOpen: countAt(value, 'result', 'total_count') }
}

/** Page by page, until all of the most active ones have been found. */
async function morePages(
  ask: (page: number) => Promise<Page>,
  { items: first, totalOpen }: Page,
  active: Iterable<string>,
): Promise<readonly Item[]> {
  const items = [...first]
  const missing = new Set(active).difference(new Set(first.map(({ id }) => id)))
  for (let page = 2; page <= maxPages && missing.size > 0 && items.length < (totalOpen ?? 0); page++) {
    const { items: found } = await ask(page)
    if (found.length === 0) break
    items.push(...found)
    for (const { id } of found) missing.delete(id)
  }
  return items
}

/** Rollbar may report an error in the body alone. */
function resultOf(value: unknown, ...path: readonly string[]): readonly unknown[] {
  const fault = at(value, 'err')
  if (typeof fault === 'number' && fault !== 0)
    throw new UpstreamError('status', `${who} answers with an error in the body (err ${fault}).`)
  return listAt(who, value, ...path)
}

function itemOf(entry: unknown): readonly Item[] {
  const id = wordAt(entry, 'id')
  if (id === null) return []
  const [project, counter] = [wordAt(entry, 'project_id'), wordAt(entry, 'counter')]
  const isPage = /^\d+$/.test(project ?? '') && /^\d+$/.test(counter ?? '')
  const issue = {
    id,
    title: textAt(entry, 'title') ?? id,
    level: textAt(entry, 'level') ?? 'error',
    count24h: null,
    lastSeenAt: timeAt(entry, 'last_occurrence_timestamp'),
    url: isPage ? `https://rollbar.com/project/${project}/item/${counter}/` : null,
  }
  return [{ id, issue }]
}
