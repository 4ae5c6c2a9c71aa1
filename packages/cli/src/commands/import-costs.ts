import { defineCommand } from '../command.ts'
import { findFiles, type NamedFile, openFiles } from '../costs/export-files.ts'
import { collectEarly } from '../costs/little-memory.ts'
import { readAccounts, readSource } from '../costs/options.ts'
import { showProgress } from '../costs/progress.ts'
import { isUnread, summaryText } from '../costs/summary.ts'
import { UsageError } from '../failure.ts'
import { isInUseElsewhere } from '../in-use.ts'
import { modeOption } from '../mode-option.ts'
import { contextFor } from '../organisation.ts'
import { print } from '../output.ts'
import { jsonOption, orgOption, storeOptions } from '../store-options.ts'
import { locationOf, withStore } from '../with-store.ts'

/** A name that was given stands for that of the file. */
function withPart(files: readonly NamedFile[], part: string | undefined): readonly NamedFile[] {
  if (part === undefined) return files
  const [file, another] = files
  if (!file || another) throw new UsageError('--part names one file: give no other beside it.')
  if (part.trim() === '') throw new UsageError('--part must not be blank.')
  return [{ ...file, part }]
}

/** Beside a server on SQLite: what is written in one step within the time that it can wait, with some to spare. */
const maxBesideServer = 50_000

export const importCosts = defineCommand({
  name: 'costs',
  summary: 'Read a FOCUS cost export into cost entries, as often as it is issued anew.',
  details: `Any version from 1.0 to 1.4, as CSV or packed with gzip, of any size. Rows are added up by day, service, category,
project and currency and rounded to cents together, so that the total is exact. All of it is one step; the same again
changes nothing. Beside a server on SQLite at most 50,000 entries are changed at once, so that it need not wait long.
A row is the project's that its tag names, else the one that owns the resource with its ResourceId, else that of its
account.

An export may come in several files. Each is a part of its source, provider and billing period, known by its name
without the folder: the same name again takes its place, and other parts stay, so that parts may also come one by one.
A folder or a manifest is all of its periods, and so is everything with --whole: what other files brought for them goes.
Use --whole for exports whose name is another each time, which would otherwise be added to those before.`,
  operands: [
    {
      value: 'FILE|FOLDER|MANIFEST',
      about: '.csv or .csv.gz files; a folder of them; a .json that lists them; - reads what is piped in',
      several: true,
    },
  ],
  options: {
    cost: {
      type: 'string',
      value: 'BASIS',
      about: 'EffectiveCost, after discounts spread over time, or BilledCost, as invoiced',
      oneOf: ['effective', 'billed'],
      default: 'effective',
    },
    tag: { type: 'string', value: 'KEY', about: 'The tag whose value is the id or name of a project' },
    account: {
      type: 'string',
      value: 'ID=PROJECT',
      about: 'Whose an account is, by its SubAccountId; several with commas between',
    },
    source: {
      type: 'string',
      value: 'NAME',
      about: 'Where the export comes from: imports of another source are left alone',
      default: 'focus',
    },
    whole: {
      type: 'boolean',
      about:
        'These files are all there is of their billing periods: whatever else was imported for them goes',
    },
    part: {
      type: 'string',
      value: 'NAME',
      about: 'What the one file, or what is piped in, is called among the parts of its export',
    },
    strict: { type: 'boolean', about: 'Stop at the first row that cannot be read, and change nothing' },
    'dry-run': { type: 'boolean', about: 'Say what would change, and change nothing' },
    ...modeOption,
    ...orgOption,
    ...storeOptions,
    ...jsonOption,
  },
  examples: [
    ['svc import costs focus-2026-11.csv.gz --tag app', 'owners by the tag "app"'],
    ['svc import costs nov.csv --account 1234=checkout,5678=prj_… --dry-run', 'what would change'],
    ['svc import costs export/data/BILLING_PERIOD=2026-11', 'all parts in a folder'],
    [
      'svc import costs export/metadata/BILLING_PERIOD=2026-11/focus-Manifest.json',
      'all that a manifest lists',
    ],
    ['svc import costs focus-00001.csv.gz focus-00002.csv.gz', 'two parts; others of the same period stay'],
    ['svc import costs focus-2026-11-14.csv --whole', 'all of November, under another name each day'],
    [
      'aws s3 cp s3://bucket/focus-00001.csv.gz - | svc import costs - --part focus-00001.csv.gz',
      'from a pipe',
    ],
  ],
  async run({ values, operands, io }) {
    if (operands.length === 0)
      throw new UsageError('FILE|FOLDER|MANIFEST is missing: give the files of an export, or - for a pipe.')
    const accounts = readAccounts(values.account)
    const source = readSource(values.source)
    const isShared = isInUseElsewhere(await import('@svc/server'), locationOf(values))
    collectEarly()
    const found = await findFiles(operands)
    const files = await openFiles(withPart(found.files, values.part), io)
    const progress = showProgress(io, files)
    const isDryRun = values['dry-run']
    const summary = await withStore(values, async (opened) =>
      opened.server.importFocus(await contextFor(opened, values), {
        files,
        isWhole: found.isWhole || values.whole,
        source,
        basis: values.cost,
        tag: values.tag,
        accounts,
        isStrict: values.strict,
        isDryRun,
        maxChanges: isShared ? maxBesideServer : undefined,
        onRows: progress.rows,
      }),
    ).finally(progress.end)
    print(io, {
      json: values.json,
      value: { ...summary, isDryRun },
      text: () => summaryText(summary, isDryRun),
    })
    return isUnread(summary) ? 1 : undefined
  },
})
