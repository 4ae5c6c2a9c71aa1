import { costImportLimits } from '@svc/model'
import { defineCommand } from '../command.ts'
import { findFiles, type NamedFile, openFiles } from '../costs/export-files.ts'
import { collectEarly } from '../costs/collect-early.ts'
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

/** A given name replaces that of the file. */
function withPart(files: readonly NamedFile[], part: string | undefined): readonly NamedFile[] {
  if (part === undefined) return files
  const [file, another] = files
  if (!file || another) throw new UsageError('--part is the name of one file: give only that file.')
  if (part.trim() === '') throw new UsageError('--part must not be blank.')
  return [{ ...file, part }]
}

export const importCosts = defineCommand({
  name: 'costs',
  summary: 'Import a FOCUS cost export into cost entries, each time it is issued.',
  details: `Any version from 1.0 to 1.4, as CSV or CSV compressed with gzip, of any size. Rows are added up by day, service,
category, project and currency and rounded to cents together, so that the total is exact. An import is all or nothing;
repeating it changes nothing. While a server runs on the same SQLite database, at most 50,000 entries are changed at
once, so that it does not have to wait long. A row belongs to the project that its tag names, else to the owner of the
resource with its ResourceId, else to the project of its account.

An export may consist of several files. Each is a part of its source, provider and billing period, identified by its
name without the folder: importing the same name again replaces it and keeps the other parts, so parts can be imported
one by one. A folder, a manifest and anything with --whole are complete: they replace everything imported for their
periods. Use --whole for exports whose file name differs each time, which would otherwise be added to earlier ones.`,
  operands: [
    {
      value: 'FILE|FOLDER|MANIFEST',
      about: '.csv or .csv.gz files; a folder of them; a .json that lists them; - for standard input',
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
      about: 'The project of an account, by its SubAccountId; separate several with commas',
    },
    source: {
      type: 'string',
      value: 'NAME',
      about: 'Where the export comes from: imports of another source are left alone',
      default: 'focus',
    },
    whole: {
      type: 'boolean',
      about: 'These files are complete: replace everything imported for their billing periods',
    },
    part: {
      type: 'string',
      value: 'NAME',
      about: 'The name of the one file, or of standard input, among the parts of its export',
    },
    strict: { type: 'boolean', about: 'Stop at the first row that cannot be read, and change nothing' },
    'dry-run': { type: 'boolean', about: 'Show what would change, and change nothing' },
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
    [
      'svc import costs focus-00001.csv.gz focus-00002.csv.gz',
      'two parts; others of the same period are kept',
    ],
    ['svc import costs focus-2026-11-14.csv --whole', 'all of November, with a different file name each day'],
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
        maxChanges: isShared && !isDryRun ? costImportLimits.changes : undefined,
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
