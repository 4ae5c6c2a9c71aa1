import { type CostImportReport, kinds } from '@svc/model'
import { Note } from '../../../design/note.tsx'
import parts from '../../../design/parts.module.css'
import { Table, Td } from '../../../design/table.tsx'
import { PlainLink } from '../../../values/plain-link.tsx'
import { pathOf } from '../../../values/ref-link.tsx'
import { inCurrency } from '../../../words/money.ts'

type Reason = CostImportReport['unattributed']['reasons'][number]
type Import = CostImportReport['imports'][number]

/** So many that the page stays readable; the counts are complete. */
const shown = 50

const number = (value: number): string => value.toLocaleString()
const rows = (value: number): string => (value === 1 ? 'One row' : `${number(value)} rows`)

/** What an import of costs would do, or did. */
export function CostReportView({ report }: { readonly report: CostImportReport }) {
  const { dryRun, entries, totals, imports, periods, projects, unattributed, refused, kept } = report
  return (
    <section className={parts.stack} aria-label="Cost import report">
      <Note tone={dryRun ? 'info' : 'good'}>
        <strong>{dryRun ? 'Nothing has been changed yet.' : 'Imported.'}</strong> {rows(report.rows)} add up
        to {entries === 1 ? 'one entry' : `${number(entries)} entries`}:{' '}
        {totals.map(({ currency, cents }) => inCurrency(cents, currency)).join(', ')}.
      </Note>
      <Table label="Billing periods" columns={['Billing period', 'Provider', 'Before', 'After', 'Entries']}>
        {periods.slice(0, shown).map(({ importId, currency, beforeCents, cents }, index) => (
          <tr key={`${importId} ${currency}`}>
            <Td name="Billing period">{periodOf(importId)}</Td>
            <Td name="Provider">{providerOf(importId)}</Td>
            <Td name="Before">{inCurrency(beforeCents, currency)}</Td>
            <Td name="After">{inCurrency(cents, currency)}</Td>
            <Td name="Entries">
              {/* Of all currencies together, so only once. */}
              {periods[index - 1]?.importId === importId
                ? 'as above'
                : inWords(imports.find((one) => one.importId === importId))}
            </Td>
          </tr>
        ))}
      </Table>
      <More shown={Math.min(periods.length, shown)} all={report.periodCount} />
      <Table label="Projects" columns={['Project', 'Costs']}>
        {projects.slice(0, shown).map(({ appId, name, currency, cents }) => (
          <tr key={`${appId} ${currency}`}>
            <Td name="Project">
              {appId === null ? (
                'No project'
              ) : (
                <PlainLink to={pathOf(kinds.project.path, appId)}>{name ?? appId}</PlainLink>
              )}
            </Td>
            <Td name="Costs">{inCurrency(cents, currency)}</Td>
          </tr>
        ))}
      </Table>
      <More shown={Math.min(projects.length, shown)} all={report.projectCount} />
      {unattributed.rows > 0 && (
        <Note tone="warn">
          {rows(unattributed.rows)} belong{unattributed.rows === 1 ? 's' : ''} to no project, by tag, resource
          or account:
          <ul>
            {unattributed.reasons.map((reason) => (
              <li key={`${reason.why} ${reason.value}`}>
                {why(reason)}: {rows(reason.rows).toLowerCase()},{' '}
                {reason.totals.map(({ currency, cents }) => inCurrency(cents, currency)).join(', ')}
              </li>
            ))}
          </ul>
        </Note>
      )}
      {report.refusedCount > 0 && (
        <Note tone="warn">
          {rows(report.refusedCount)} cannot be read and {report.refusedCount === 1 ? 'is' : 'are'} left out:
          <ul>
            {refused.map(({ line, reason }) => (
              <li key={line}>
                Line {line}: {reason}
              </li>
            ))}
          </ul>
          <More shown={refused.length} all={report.refusedCount} />
        </Note>
      )}
      {kept.length > 0 && (
        <Note tone="info">
          Other files of these periods stay beside this one:{' '}
          {kept
            .slice(0, shown)
            .map(({ part, importId }) => `${part} (${periodOf(importId)})`)
            .join(', ')}
          {report.keptCount > shown && ` and ${number(report.keptCount - shown)} more`}. If this file is all
          of them, say so above, or the same charges count twice.
        </Note>
      )}
    </section>
  )
}

const More = (counts: { readonly shown: number; readonly all: number }) =>
  counts.shown < counts.all && (
    <p className={parts.faint}>
      The first {number(counts.shown)} of {number(counts.all)}.
    </p>
  )

/** `source/provider/period`; a provider's name may have slashes. */
const periodOf = (importId: string): string => importId.split('/').at(-1)?.slice(0, 7) ?? ''
const providerOf = (importId: string): string => importId.split('/').slice(1, -1).join('/')

function inWords(one: Import | undefined): string {
  if (!one) return '–'
  const counts = [
    ...(one.created > 0 ? [`${number(one.created)} new`] : []),
    ...(one.updated > 0 ? [`${number(one.updated)} changed`] : []),
    ...(one.removed > 0 ? [`${number(one.removed)} removed`] : []),
    ...(one.unchanged > 0 ? [`${number(one.unchanged)} unchanged`] : []),
  ]
  return counts.join(', ') || '–'
}

function why({ why: reason, value }: Reason): string {
  if (reason === 'absent') return 'Without the tag'
  if (value === '') return 'The tag is empty'
  return reason === 'shared' ? `“${value}” is the name of several projects` : `There is no project “${value}”`
}
