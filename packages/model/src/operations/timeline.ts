import { worded } from '../kind/patterns.ts'
import { sloStatuses } from '../kinds/slo.ts'
import { shape, type ValueIn } from '../shape/shape.ts'
import type { Operation } from './operation.ts'
import { summarisedKinds } from './summaries.ts'

export const timelineLimits = {
  defaultDays: 30,
  days: 92,
  /** Entries in one answer, the newest. */
  entries: 200,
  /** Projects of a team, system or domain whose entries are included. */
  projects: 50,
  /** SLOs whose changes of status are included, the worst first. */
  slos: 10,
  /** Edits that are included, the newest. */
  edits: 50,
} as const

export const timelineTypes = [
  'deployment',
  'sloStatus',
  'drift',
  'issueOpened',
  'issueClosed',
  'errors',
  'edit',
] as const

const entry = shape.object({
  at: shape.dateTime(),
  type: shape.enum(timelineTypes),
  kind: shape.text({ description: 'The kind of record that it is about.' }),
  id: shape.text({ description: 'The record that it is about.' }),
  title: shape.text({ description: 'What it is about: a version, a title, a name.' }),
  status: shape.nullable(
    shape.text({ description: 'What came of it: the status of a deployment or an SLO, a severity.' }),
  ),
  detail: shape.nullable(shape.text({ description: 'Where, or how many.' })),
  by: shape.nullable(shape.text({ description: 'Who edited it.' })),
  fields: shape.array(shape.text(), { description: 'The fields that an edit changed.' }),
})

export type TimelineEntry = ValueIn<typeof entry>

const day = shape.object({
  day: shape.text({ description: 'In UTC, `2026-11-16`.' }),
  percentUsed: shape.nullable(
    shape.number({ description: 'The most of the error budget that was used on that day; null if unknown.' }),
  ),
})

export const getTimeline = {
  id: 'getTimeline',
  large: true,
  method: 'GET',
  path: '/timeline',
  summary: 'See what happened to an entity',
  about:
    'Deployments, SLOs that changed their status, scans that found a change, issues that were opened or closed, errors and edits, beside the error budget of one SLO.',
  group: 'Search',
  scope: 'read',
  query: {
    of: shape.text({
      maxLength: 240,
      pattern: worded(
        `^(${summarisedKinds.join('|')}):[^:,\\s]{1,200}$`,
        `must be one of ${summarisedKinds.join(', ')}, a colon and an id, such as component:prj_…`,
      ),
      description: 'The entity, as `<kind>:<id>`.',
    }),
    from: shape.dateTime({
      description: `From when on; by default ${timelineLimits.defaultDays} days before the end.`,
    }),
    to: shape.dateTime({
      description: `Until when; by default the end of today in UTC, and at most ${timelineLimits.days} days later.`,
    }),
    slo: shape.text({
      maxLength: 200,
      description: 'The SLO whose error budget is shown; by default the worst.',
    }),
  },
  requiredQuery: ['of'],
  success: {
    status: 200,
    about: 'What happened, the newest first.',
    schema: shape.object(
      {
        from: shape.dateTime(),
        to: shape.dateTime(),
        entries: shape.array(entry, { maxItems: timelineLimits.entries }),
        truncated: shape.array(shape.enum([...timelineTypes, 'projects', 'slos']), {
          description:
            'Of which types there is more than is listed; `projects` and `slos` if not all of them were looked at.',
        }),
        hasEdits: shape.boolean({
          description: 'Whether edits are included: only with the scope admin, which may read the audit log.',
        }),
        budget: shape.nullable(
          shape.object({
            sloId: shape.text(),
            name: shape.text(),
            status: shape.nullable(shape.enum(sloStatuses)),
            days: shape.array(day, { maxItems: timelineLimits.days + 1 }),
          }),
        ),
      },
      {
        title: 'Timeline',
        examples: [
          {
            from: '2026-10-17T00:00:00.000Z',
            to: '2026-11-16T00:00:00.000Z',
            entries: [
              {
                at: '2026-11-15T09:30:00.000Z',
                type: 'deployment' as const,
                kind: 'deployment',
                id: 'dpl_…',
                title: '1.4.2',
                status: 'success',
                detail: 'production',
                by: null,
                fields: [],
              },
            ],
            truncated: [],
            hasEdits: false,
            budget: {
              sloId: 'slo_…',
              name: 'Checkout answers',
              status: 'atRisk' as const,
              days: [{ day: '2026-11-15', percentUsed: 84.2 }],
            },
          },
        ],
      },
    ),
  },
  problems: ['invalid_request'],
} as const satisfies Operation
