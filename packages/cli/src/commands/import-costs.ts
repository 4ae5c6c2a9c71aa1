import { defineCommand } from '../command.ts'
import { openExport } from '../costs/export-file.ts'
import { collectEarly } from '../costs/little-memory.ts'
import { readAccounts, readSource } from '../costs/options.ts'
import { showProgress } from '../costs/progress.ts'
import { isUnread, summaryText } from '../costs/summary.ts'
import { isInUseElsewhere } from '../in-use.ts'
import { modeOption } from '../mode-option.ts'
import { contextFor } from '../organisation.ts'
import { print } from '../output.ts'
import { jsonOption, orgOption, storeOptions } from '../store-options.ts'
import { locationOf, withStore } from '../with-store.ts'

/** Beside a server on SQLite: what is written in one step within the time that it can wait, with some to spare. */
const mostBesideServer = 50_000

export const importCosts = defineCommand({
  name: 'costs',
  summary: 'Read a FOCUS cost export into cost entries, as often as it is issued anew.',
  details: `Any version from 1.0 to 1.4, as CSV or packed with gzip, of any size. Rows are added up by day, service, category,
project and currency and rounded to cents together, so that the total is exact. The entries of the same source, provider
and billing period are replaced in one step; the same file again changes nothing. Beside a server on SQLite at most
50,000 entries are changed at once, so that it need not wait long. A row is the project's that its tag
names, else the one that owns the resource with its ResourceId, else that of its account.`,
  operands: [{ value: 'FILE', about: 'the export, .csv or .csv.gz; - reads what is piped in' }],
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
    ['aws s3 cp s3://bucket/focus.csv.gz - | svc import costs -', 'from a pipe'],
  ],
  async run({ values, operands: [name = ''], io }) {
    const accounts = readAccounts(values.account)
    const source = readSource(values.source)
    const isShared = isInUseElsewhere(await import('@svc/server'), locationOf(values))
    collectEarly()
    const file = await openExport(name, io)
    const progress = showProgress(io, file)
    const isDryRun = values['dry-run']
    const summary = await withStore(values, async (opened) =>
      opened.server.importFocus(await contextFor(opened, values), {
        bytes: file.bytes,
        source,
        basis: values.cost,
        tag: values.tag,
        accounts,
        isStrict: values.strict,
        isDryRun,
        maxChanges: isShared ? mostBesideServer : undefined,
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
