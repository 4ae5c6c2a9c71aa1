import { notBlank, worded } from '../kind/patterns.ts'
import { shape, type ValueIn } from '../shape/shape.ts'
import type { Operation } from './operation.ts'

const gibibyte = 1024 ** 3

/** Of one request; the command reads any export. */
export const costImportLimits = {
  bytes: gibibyte,
  /** A megabyte of gzip can unpack to a gigabyte. */
  unpackedBytes: 4 * gibibyte,
  /** However short they are. */
  lines: 10_000_000,
  /** Changed in one transaction, while other writes wait. */
  changes: 50_000,
  /** Kept on the disk while they are added up. */
  entries: 250_000,
  /** Projects and resources, whose names are kept in memory. */
  catalogRecords: 200_000,
  /** At a time, in each process; one of them for each organisation. */
  atOnce: 3,
  linesShown: 1_000,
} as const

export const costBases = ['effective', 'billed'] as const

/** Part of the id of an import, so it does not contain its separator. */
export const costSourcePattern = worded(
  '^[\\w.-]{1,64}$',
  'must be 1 to 64 letters, digits, dots, dashes or underscores',
)

const count = (description: string) => shape.integer({ description })
const cents = (description: string) => shape.integer({ description })
const currency = shape.text()
const first = `the first ${costImportLimits.linesShown}`
const yesOrNo = (value: 'true' | 'false', description: string) => ({
  ...shape.enum(['true', 'false'], { description }),
  default: value,
})

const report = shape.object(
  {
    dryRun: shape.boolean(),
    plan: shape.text({
      description: 'Identifies what would be done: send it as `plan` to have exactly that done, or nothing.',
    }),
    rows: count('The rows of the file.'),
    entries: count('What they add up to: one for each day, service, category, project and currency.'),
    totals: shape.array(
      shape.object({
        currency,
        cents: cents('The sum of all rows, rounded to cents.'),
        exact: shape.text({ description: 'The same before it was rounded.' }),
        unallocatedCents: cents('What of it belongs to no project.'),
      }),
    ),
    imports: shape.array(
      shape.object({
        importId: shape.text({ description: '`source/provider/billing period`.' }),
        created: count('New entries.'),
        updated: count('Entries whose amount changes.'),
        unchanged: count('Entries that are as the file says.'),
        removed: count('Entries that are no longer in the file.'),
      }),
    ),
    periods: shape.array(
      shape.object({
        importId: shape.text(),
        currency,
        beforeCents: cents('What the entries that are replaced add up to.'),
        cents: cents('What they add up to from now on.'),
      }),
      { description: `By import and currency, ${first}.` },
    ),
    periodCount: count('How many there are.'),
    projects: shape.array(
      shape.object({
        appId: shape.nullable(shape.text({ description: 'Null for what belongs to no project.' })),
        name: shape.nullable(shape.text()),
        currency,
        cents: cents('Its sum.'),
      }),
      { description: `By project and currency, the largest first, ${first}.` },
    ),
    projectCount: count('How many there are.'),
    unattributed: shape.object({
      rows: count('Rows that belong to no project, by tag, resource or account.'),
      reasons: shape.array(
        shape.object({
          why: shape.enum(['absent', 'unknown', 'shared'], {
            description:
              'Absent: no tag was chosen, or the rows lack it. Unknown: it names no project. Shared: it names several.',
          }),
          value: shape.nullable(shape.text({ description: 'What the tag says.' })),
          rows: count('How many rows.'),
          totals: shape.array(shape.object({ currency, cents: cents('Their sum.') })),
        }),
        { description: 'By what the tag says, those with the most rows.' },
      ),
    }),
    refusedCount: count('Rows that cannot be read and are left out.'),
    refused: shape.array(shape.object({ line: shape.integer(), reason: shape.text() }), {
      description: 'The first of them.',
    }),
    kept: shape.array(shape.object({ importId: shape.text(), part: shape.text() }), {
      description: `Parts of the same periods from earlier imports, which stay beside this one, ${first}.`,
    }),
    keptCount: count('How many there are.'),
  },
  { title: 'CostImportReport' },
)

export type CostImportReport = ValueIn<typeof report>

const example = [
  'BillingPeriodStart,ChargePeriodStart,ChargePeriodEnd,BillingCurrency,EffectiveCost,BilledCost,ServiceName,Tags',
  '2026-11-01,2026-11-14,2026-11-15,USD,12.5,12.5,EC2,"{""app"":""checkout""}"',
  '',
].join('\n')

export const importCosts = {
  id: 'importCosts',
  method: 'POST',
  path: '/imports/costs',
  summary: 'Import a FOCUS cost export',
  about:
    'Works out what importing the file would change; with `dryRun=false` it is done, all of it or nothing. Entries of ' +
    'an earlier import of the same part, source, provider and billing period are replaced. The answer comes once the ' +
    'whole file has arrived; it may take an hour.',
  group: 'Import',
  scope: 'admin',
  query: {
    dryRun: yesOrNo('true', 'Whether nothing is changed.'),
    plan: shape.text({
      maxLength: 100,
      description: 'The `plan` of a dry run: 409 if something else would be done by now.',
    }),
    cost: {
      ...shape.enum(costBases, {
        description: 'EffectiveCost, after discounts spread over time, or BilledCost, as invoiced.',
      }),
      default: 'effective',
    },
    tag: shape.text({
      maxLength: 200,
      description: 'The tag whose value is the id or name of a project.',
    }),
    accounts: shape.text({
      maxLength: 8_000,
      description: 'The project of each account, by its SubAccountId: `1234=checkout,5678=prj_…`.',
    }),
    source: {
      ...shape.text({
        pattern: costSourcePattern,
        description: 'Where the export comes from: imports of another source are left alone.',
      }),
      default: 'focus',
    },
    part: shape.text({
      maxLength: 1_000,
      pattern: notBlank,
      description:
        'The name of the file among the parts of its export: the same name again replaces it. Without one, it is the part with the same entries, or a new one.',
    }),
    whole: yesOrNo(
      'false',
      'Whether the file is complete: everything imported for its billing periods is replaced.',
    ),
    strict: yesOrNo('false', 'Whether the first row that cannot be read stops the import.'),
  },
  upload: {
    types: ['text/csv', 'application/gzip', 'application/x-gzip', 'application/octet-stream'],
    maxBytes: costImportLimits.bytes,
    about:
      'An export of FOCUS 1.0 to 1.4 as CSV, or as CSV compressed with gzip, whatever its type says: at most 1 GiB, and 4 GiB unpacked.',
    example,
  },
  success: { status: 200, about: 'What was done, or would be.', schema: report },
  problems: ['version_conflict', 'unavailable'],
} as const satisfies Operation
