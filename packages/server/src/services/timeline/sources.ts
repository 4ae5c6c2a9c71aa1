import { kinds, type TimelineEntry } from '@svc/model'
import { newestEvents } from '../../store/events.ts'
import { loadEvent } from '../../store/found-event.ts'
import { errorsOf, newestDeployments } from '../../store/queries/summary-facts.ts'
import {
  type FoundScan,
  lastEventsOf,
  newestIssues,
  scansWithin,
  type Stretch,
} from '../../store/queries/timeline.ts'
import { type Context, partitionOf } from '../context.ts'

/** Entries of one type, and whether there are more. */
export interface Found {
  readonly type: TimelineEntry['type']
  readonly entries: readonly TimelineEntry[]
  readonly isCut: boolean
}

interface Scope {
  readonly appIds: readonly string[]
  readonly slos: readonly { readonly id: string; readonly name: string }[]
  readonly stretch: Stretch
}

const none = { status: null, detail: null, by: null, fields: [] } as const

/** As many of each project as keeps all of them few. */
const eachOf = (appIds: readonly string[]): number =>
  Math.max(10, Math.floor(200 / Math.max(1, appIds.length)))

const within = (at: string | null, { from, to }: Stretch): at is string =>
  at !== null && at >= from && at < to

/** Whether a project has as many rows as were asked for, and the oldest is still within the stretch. */
const isCut = (rows: readonly { appId: string; at: string | null }[], each: number, { from }: Stretch) =>
  [...Map.groupBy(rows, ({ appId }) => appId).values()].some(
    (own) => own.length >= each && own.every(({ at }) => at === null || at >= from),
  )

/** What happened to some projects, by type. */
export async function sourcesOf(ctx: Context, scope: Scope): Promise<readonly Found[]> {
  if (scope.appIds.length === 0) return []
  return [
    await deployments(ctx, scope),
    await statusChanges(ctx, scope),
    await scans(ctx, scope),
    ...(await issues(ctx, scope)),
    await errors(ctx, scope),
  ]
}

async function deployments({ store, caller }: Context, { appIds, stretch }: Scope): Promise<Found> {
  const each = eachOf(appIds)
  const partition = partitionOf(caller, kinds.deployment)
  const all = await store.run(newestDeployments, partition, { appIds, each })
  const entries = all.flatMap(({ id, at, version, status, environment }) =>
    within(at, stretch)
      ? [
          {
            ...none,
            at,
            type: 'deployment' as const,
            kind: kinds.deployment.name,
            id,
            title: version ?? 'a version without a name',
            status,
            detail: environment,
          },
        ]
      : [],
  )
  return { type: 'deployment', entries, isCut: isCut(all, each, stretch) }
}

const perSlo = 20

async function statusChanges({ store, caller }: Context, { slos, stretch }: Scope): Promise<Found> {
  const partition = partitionOf(caller, kinds.slo)
  const filter = { type: 'slo.status_changed', since: stretch.from, until: stretch.to }
  const entries: TimelineEntry[] = []
  let isCut = false
  for (const { id, name } of slos) {
    const found = await store.run(newestEvents, partition, {
      filter: { ...filter, subjectId: id },
      limit: perSlo + 1,
    })
    isCut ||= found.length > perSlo
    for (const one of found.slice(0, perSlo)) {
      const event = (await loadEvent(store, one))?.event
      const status = (event?.after as { status?: string | null } | null)?.status ?? 'unknown'
      const before = (event?.before as { status?: string | null } | null)?.status ?? 'unknown'
      entries.push({
        ...none,
        at: one.at,
        type: 'sloStatus',
        kind: kinds.slo.name,
        id,
        title: name,
        status,
        detail: before,
      })
    }
  }
  return { type: 'sloStatus', entries, isCut }
}

/** Scans that found more or less than the one before of the same environments. */
async function scans({ store, caller }: Context, { appIds, stretch }: Scope): Promise<Found> {
  const each = eachOf(appIds)
  const partition = partitionOf(caller, kinds.driftSnapshot)
  const all = await store.run(scansWithin, partition, { appIds, each, ...stretch })
  const last = new Map<string, FoundScan>()
  const entries: TimelineEntry[] = []
  for (const scan of all.toSorted((a, b) => (a.at < b.at ? -1 : 1))) {
    const place = `${scan.appId} ${scan.environments}`
    const before = last.get(place)
    last.set(place, scan)
    if (before ? before.driftedCount === scan.driftedCount : scan.driftedCount === 0) continue
    const environments = JSON.parse(scan.environments) as readonly string[]
    entries.push({
      ...none,
      at: scan.at,
      type: 'drift',
      kind: kinds.driftSnapshot.name,
      id: scan.id,
      title: scan.driftedCount === 0 ? 'No drift any more' : `${scan.driftedCount} drifted`,
      status: scan.driftedCount === 0 ? 'success' : 'drifted',
      detail: environments.join(', ') || null,
    })
  }
  return { type: 'drift', entries, isCut: isCut(all, each, stretch) }
}

async function issues({ store, caller }: Context, { appIds, stretch }: Scope): Promise<readonly Found[]> {
  const each = eachOf(appIds)
  const partition = partitionOf(caller, kinds.issue)
  const all = await store.run(newestIssues, partition, { appIds, each })
  const over = all.filter((one) => one.isOver).map(({ id }) => id)
  const closedAt = await store.run(lastEventsOf, partition, 'issue.status_changed', over)
  const entryOf = (
    at: string | null,
    type: TimelineEntry['type'],
    { id, title, severity }: (typeof all)[number],
  ) =>
    within(at, stretch) ? [{ ...none, at, type, kind: kinds.issue.name, id, title, status: severity }] : []
  const cut = isCut(
    all.map(({ appId, createdAt }) => ({ appId, at: createdAt })),
    each,
    stretch,
  )
  return [
    {
      type: 'issueOpened',
      entries: all.flatMap((one) => entryOf(one.createdAt, 'issueOpened', one)),
      isCut: cut,
    },
    {
      type: 'issueClosed',
      entries: all.flatMap((one) => entryOf(closedAt.get(one.id) ?? null, 'issueClosed', one)),
      isCut: cut,
    },
  ]
}

/** How many errors there were when the trackers were last asked. */
async function errors({ store, caller }: Context, { appIds, stretch }: Scope): Promise<Found> {
  const all = await store.run(errorsOf, partitionOf(caller, kinds.errorTracker), appIds)
  const entries = Array.from(all).flatMap(([appId, snapshot]): readonly TimelineEntry[] => {
    const at = snapshot?.fetchedAt ?? null
    const count = snapshot?.totalEvents24h ?? null
    return count !== null && count > 0 && within(at, stretch)
      ? [
          {
            ...none,
            at,
            type: 'errors',
            kind: kinds.project.name,
            id: appId,
            title: `${count} errors in 24 hours`,
          },
        ]
      : []
  })
  return { type: 'errors', entries, isCut: false }
}
