import type { FocusSummary } from '@svc/server'
import { counted } from '@svc/model'
import { columns, table } from '../output.ts'

const count = (value: number): string => value.toLocaleString('en')
const money = (cents: number): string =>
  (cents / 100).toLocaleString('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 })

/** Whether no row of the file could be read. */
export const isUnread = ({ rows, refusedCount }: FocusSummary): boolean => rows === refusedCount

/** What an import has done, for people. */
export function summaryText(summary: FocusSummary, isDryRun: boolean): string {
  const { rows, entries, totals, imports, refusedCount, refused, kept } = summary
  const parts = [
    `${counted(entries, 'entry')} from ${counted(rows, 'row')}.${isDryRun ? ' Nothing was changed: this was a dry run.' : ''}`,
    table(
      totals,
      {
        currency: ({ currency }) => currency,
        total: ({ cents }) => money(cents),
        unallocated: ({ cents, unallocatedCents }) =>
          `${money(unallocatedCents)} (${share(unallocatedCents, cents)})`,
      },
      isUnread(summary) ? 'None of its rows could be read.' : 'Nothing was spent.',
    ),
    table(
      imports,
      {
        'source/provider/period': ({ importId }) => importId,
        created: ({ created }) => count(created),
        updated: ({ updated }) => count(updated),
        removed: ({ removed }) => count(removed),
        unchanged: ({ unchanged }) => count(unchanged),
      },
      '',
    ),
    kept.length > 0 &&
      `Other parts of these periods are kept from earlier imports: ${keptText(kept)}. If this import is complete, run it again with --whole.`,
    refusedCount > 0 &&
      `${counted(refusedCount, 'row')} left out:\n${columns(refused.map(({ file, line, reason }) => [`${file === undefined ? '' : `${file}, `}line ${line}:`, reason]))}${
        refusedCount > refused.length ? `\n  and ${count(refusedCount - refused.length)} more` : ''
      }`,
  ]
  return parts.filter(Boolean).join('\n\n')
}

const maxNamed = 10

const keptText = (kept: FocusSummary['kept']): string => {
  const names = kept.slice(0, maxNamed).map(({ importId, part }) => `${part} (${importId})`)
  return kept.length > maxNamed ? `${names.join(', ')} and ${kept.length - maxNamed} more` : names.join(', ')
}

const share = (part: number, whole: number): string =>
  whole === 0 ? '-' : `${((100 * part) / whole).toFixed(1)} %`
