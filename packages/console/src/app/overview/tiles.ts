import { type EntitySummary, inWords, kinds } from '@svc/model'
import type { TileProps } from '../../design/tile.tsx'
import { asChange, changeOf, inCurrency, inDollars, isJump } from '../../words/money.ts'
import { shortTime } from '../../words/times.ts'
import { deploymentTile } from './deployment-tile.ts'
import { lacksProject, leadTo, type Place, projectsOf } from './place.ts'
import { sloTile } from './slo-tile.ts'

/** The questions that the page of an entity answers first. */
export const tilesOf = (summary: EntitySummary, place: Place): readonly TileProps[] =>
  [sloTile, deploymentTile, issueTile, readinessTile, costTile, driftTile, errorTile].map((tile) =>
    orAtLeast(summary, orWithoutProject(summary, place, tile(summary, place))),
  )

/** What only projects have is neither there nor missing where there is none. */
const orWithoutProject = (summary: EntitySummary, { path }: Place, tile: TileProps): TileProps =>
  lacksProject(summary) && tile.label !== readiness
    ? { ...tile, reasons: ['It belongs to no project yet'], tone: 'unknown', to: `${path}/edit`, search: {} }
    : tile

/** Figures of a part of the projects are minimums. */
const orAtLeast = ({ projects }: EntitySummary, tile: TileProps): TileProps =>
  projects.isExact
    ? tile
    : { ...tile, reasons: [...tile.reasons, `At least: only ${projects.count} projects are added up`] }

function issueTile(summary: EntitySummary, place: Place): TileProps {
  const { open, blocker, critical, major, minor } = summary.issues
  const counts = Object.entries({ blocker, critical, major, minor }).filter(([, count]) => count > 0)
  return {
    label: 'Open issues',
    value: open === 0 ? 'None open' : String(open),
    tone: blocker + critical > 0 ? 'bad' : major > 0 ? 'warn' : undefined,
    reasons: [
      open === 0
        ? 'Nothing is reported here'
        : counts.map(([severity, count]) => `${count} ${inWords(severity)}`).join(', '),
    ],
    ...leadTo(summary, place, { tab: 'issues', kind: kinds.issue, column: 'criticalIssues' }),
  }
}

const maxMissing = 3
const readiness = 'Readiness'

function readinessTile(summary: EntitySummary, place: Place): TileProps {
  const { kind, scores, projectScores, projects } = summary
  const label = readiness
  const ownScores = { to: place.path, search: { tab: 'scorecards' } }
  const [own] = scores
  const [average] = projectScores
  if (own) {
    const missing = [...new Set(scores.flatMap(({ failed }) => failed))]
    const rest = missing.length - maxMissing
    return {
      label,
      value: `${own.score}%${own.tier ? ` · ${inWords(own.tier)}` : ''}`,
      tone: missing.length > 0 ? 'warn' : 'good',
      reasons: [
        missing.length === 0
          ? `Nothing is missing on ${own.name}`
          : `Missing: ${missing.slice(0, maxMissing).join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`,
      ],
      ...ownScores,
    }
  }
  if (average)
    return {
      label,
      value: `${average.average}% on average`,
      tone: average.average < 100 || average.projects < projects.count ? 'warn' : 'good',
      reasons: [`${average.name}: grades ${average.projects} of ${projects.count} projects`],
      // The part of a team's page is about its projects; that of a system or domain about itself.
      ...(kind === kinds.team.name ? ownScores : (projectsOf(summary, 'score') ?? ownScores)),
    }
  return {
    label,
    value: 'Not graded',
    tone: 'unknown',
    reasons: [`Add a scorecard that grades ${kind === 'component' ? 'projects' : 'it'}`],
    to: kinds.scorecard.path,
  }
}

function costTile(summary: EntitySummary, place: Place): TileProps {
  const { costs, projects } = summary
  const label = 'Cost, 30 days'
  const link = leadTo(summary, place, { tab: 'costs', column: 'cost' })
  if (!costs?.hasEntries)
    return {
      label,
      value: 'Not reported',
      tone: 'unknown',
      reasons: ['Import a cost export, or report costs from a pipeline'],
      ...link,
    }
  const change = changeOf(costs.last30dCents, costs.prev30dCents)
  const others = Object.entries(costs.otherCurrencies).map(([currency, cents]) => inCurrency(cents, currency))
  return {
    label,
    value: inDollars(costs.last30dCents),
    tone: isJump(change) ? 'warn' : undefined,
    series: costs.dailySeries,
    reasons: [
      `${asChange(change)}${change === null ? '' : ` from ${inDollars(costs.prev30dCents)} before`}`,
      ...(others.length > 0 ? [`And ${others.join(', ')}`] : []),
      ...(costs.projects < projects.count ? [`Of ${costs.projects} of ${projects.count} projects`] : []),
    ],
    ...link,
  }
}

const dayMs = 86_400_000
/** A scan that is older says little about today. */
const staleScanMs = 7 * dayMs

function driftTile(summary: EntitySummary, place: Place): TileProps {
  const { drift, projects } = summary
  const label = 'Drift'
  const link = leadTo(summary, place, { tab: 'drift' })
  if (!drift)
    return {
      label,
      value: 'Not scanned',
      tone: 'unknown',
      reasons: ['Run svc drift scan in a pipeline'],
      ...link,
    }
  const { driftedCount, environments } = drift
  const differing = environments.filter((one) => one.driftedCount > 0)
  const oldest = environments.map(({ scannedAt }) => scannedAt).toSorted()[0] ?? drift.scannedAt
  const isStale = place.nowMs - Date.parse(oldest) > staleScanMs
  return {
    label,
    value: driftedCount === 0 ? 'No drift' : `${driftedCount} ${driftedCount === 1 ? 'differs' : 'differ'}`,
    tone: driftedCount > 0 ? 'warn' : isStale || drift.projects < projects.count ? 'unknown' : 'good',
    reasons: [
      ...(differing.length > 0
        ? [differing.map((one) => `${one.environment ?? 'Everywhere'}: ${one.driftedCount}`).join(', ')]
        : []),
      `${isStale ? 'Stale: last' : 'Last'} scanned ${shortTime(oldest, place.nowMs)}`,
      ...(drift.projects < projects.count ? [`In ${drift.projects} of ${projects.count} projects`] : []),
    ],
    ...link,
  }
}

function errorTile(summary: EntitySummary, place: Place): TileProps {
  const { errors, projects } = summary
  const label = 'Errors'
  const link = leadTo(summary, place, { tab: 'errors' })
  if (!errors)
    return { label, value: 'Not connected', tone: 'unknown', reasons: ['Connect an error tracker'], ...link }
  const { totalOpen, totalEvents24h, fetchedAt, lastFetchError } = errors
  const isStale = fetchedAt === null || place.nowMs - Date.parse(fetchedAt) > dayMs
  const isPartial = errors.projects < projects.count
  const open = totalOpen ?? totalEvents24h
  const isUnknown = lastFetchError !== null || isStale || open === null || isPartial
  return {
    label,
    value: totalOpen !== null ? `${totalOpen} open` : open !== null ? `${open} in 24 hours` : 'Unknown',
    tone:
      (totalEvents24h ?? 0) > 0 && !isStale
        ? 'warn'
        : isUnknown
          ? 'unknown'
          : open === 0
            ? 'good'
            : undefined,
    reasons: [
      ...(totalOpen !== null && totalEvents24h !== null ? [`${totalEvents24h} in 24 hours`] : []),
      ...(lastFetchError === null ? [] : [lastFetchError]),
      ...(isStale
        ? [fetchedAt === null ? 'Not fetched yet' : `Stale: as of ${shortTime(fetchedAt, place.nowMs)}`]
        : []),
      ...(isPartial ? [`Of ${errors.projects} of ${projects.count} projects`] : []),
    ],
    ...link,
  }
}
