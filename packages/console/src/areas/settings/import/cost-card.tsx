import { type CostImportReport, costImportLimits, costSourcePattern } from '@svc/model'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { Button } from '../../../design/button.tsx'
import { Card } from '../../../design/card.tsx'
import { CheckLine } from '../../../design/checkbox.tsx'
import { Field } from '../../../design/field.tsx'
import { Note } from '../../../design/note.tsx'
import parts from '../../../design/parts.module.css'
import { Select } from '../../../design/select.tsx'
import { TextField } from '../../../design/text-field.tsx'
import { said } from '../../../design/trouble.ts'
import { uploaderFor } from '../../../session/client.ts'
import { useMode } from '../../../session/mode.tsx'
import { CostReportView } from './cost-report-view.tsx'
import { DropArea } from './drop-area.tsx'
import styles from './drop-area.module.css'

interface Options {
  readonly tag: string
  readonly cost: 'effective' | 'billed'
  readonly whole: boolean
  readonly accounts: string
  readonly source: string
}

const bases = [
  { value: 'effective', label: 'EffectiveCost: discounts are spread over time' },
  { value: 'billed', label: 'BilledCost: as invoiced' },
]

/** A file in, a dry run, and only then the import of exactly that. */
export function CostCard() {
  const { mode } = useMode()
  const queries = useQueryClient()
  const [options, setOptions] = useState<Options>({
    ...{ tag: '', cost: 'effective', whole: false, accounts: '', source: 'focus' },
  })
  const [file, setFile] = useState<File>()
  const [report, setReport] = useState<CostImportReport>()
  const [problem, setProblem] = useState<string>()
  const [sent, setSent] = useState<number>()
  const underWay = useRef<AbortController>(undefined)
  useEffect(() => () => underWay.current?.abort(), [])
  const isBusy = sent !== undefined
  const isSourceRight = new RegExp(costSourcePattern).test(options.source)

  const run = async (from: File, plan?: string): Promise<void> => {
    const own = new AbortController()
    underWay.current = own
    setProblem(undefined)
    setSent(0)
    try {
      const client = uploaderFor(mode, setSent)
      setReport(
        await client.call('importCosts', {
          query: { ...queryOf(options), part: from.name, ...(plan && { plan, dryRun: 'false' }) },
          file: { type: typeOf(from), content: from },
          signal: own.signal,
        }),
      )
      if (plan) await queries.invalidateQueries()
    } catch (error) {
      if (!own.signal.aborted) setProblem(said(error))
    }
    setSent(undefined)
  }
  const pick = (next: File): void => {
    setReport(undefined)
    setProblem(undefined)
    setFile(undefined)
    if (next.size > costImportLimits.bytes) setProblem(tooLarge(next))
    else setFile(next)
  }
  /** What was planned is no longer what would be done. */
  const set = (more: Partial<Options>): void => {
    setOptions({ ...options, ...more })
    setReport(undefined)
  }
  const changes = report?.imports.reduce((sum, one) => sum + one.created + one.updated + one.removed, 0) ?? 0
  return (
    <Card title="Cost export (FOCUS)">
      <div className={parts.stack}>
        <p className={parts.soft}>
          A cloud’s export in the FOCUS format, as CSV or CSV compressed with gzip. Charges become cost
          entries by day, exact to the cent; importing a newer file replaces what the same file brought
          before.
        </p>
        <DropArea
          label="Cost export"
          accept=".csv,.gz"
          chosen={file?.name}
          isDisabled={isBusy}
          onFile={pick}
        />
        <div className={parts.form}>
          <TextField
            label="Tag key"
            isOptional
            hint="Its value is the name or id of a project, such as app. Without one, charges are assigned by resource and account."
            value={options.tag}
            maxLength={200}
            spellCheck={false}
            disabled={isBusy}
            onChange={(tag) => set({ tag })}
          />
          <CheckLine
            checked={options.whole}
            disabled={isBusy}
            onChange={({ target }) => set({ whole: target.checked })}
          >
            This file is all of its billing periods: replace what other files brought
          </CheckLine>
          <details className={styles.more}>
            <summary>Accounts, amounts and source</summary>
            <div className={parts.form}>
              <TextField
                label="Accounts"
                isOptional
                hint="The project of an account, by its SubAccountId: 1234=checkout, 5678=ledger"
                value={options.accounts}
                maxLength={8_000}
                spellCheck={false}
                disabled={isBusy}
                onChange={(accounts) => set({ accounts })}
              />
              <Field label="Amounts">
                {(control) => (
                  <Select
                    {...control}
                    value={options.cost}
                    options={bases}
                    isDisabled={isBusy}
                    onChange={(cost) => set({ cost: cost as Options['cost'] })}
                  />
                )}
              </Field>
              <TextField
                label="Source"
                hint="Imports of another source are left alone."
                error={isSourceRight ? undefined : '1 to 64 letters, digits, dots, dashes or underscores.'}
                value={options.source}
                maxLength={64}
                spellCheck={false}
                disabled={isBusy}
                onChange={(source) => set({ source })}
              />
            </div>
          </details>
        </div>
        {isBusy && <Progress sent={sent} onCancel={() => underWay.current?.abort()} />}
        {problem && <Note tone="bad">{problem}</Note>}
        {report && <CostReportView report={report} />}
        {file && !report && (
          <div className={parts.row}>
            <Button look="primary" disabled={isBusy || !isSourceRight} onClick={() => void run(file)}>
              Show what would be done
            </Button>
          </div>
        )}
        {file && report?.dryRun && (
          <div className={parts.row}>
            <Button
              look="primary"
              disabled={isBusy || changes === 0}
              onClick={() => void run(file, report.plan)}
            >
              {changes === 0 ? 'Nothing to import' : 'Import exactly this'}
            </Button>
          </div>
        )}
      </div>
    </Card>
  )
}

function Progress({ sent, onCancel }: { readonly sent: number; readonly onCancel: () => void }) {
  const isSent = sent >= 1
  return (
    <div className={parts.stack}>
      <progress className={styles.bar} aria-label="Upload" {...(isSent ? {} : { value: sent })} />
      <div className={parts.row}>
        <span role="status">{isSent ? 'Adding up…' : `Uploading: ${Math.floor(sent * 100)} %`}</span>
        <Button onClick={onCancel}>Cancel</Button>
      </div>
    </div>
  )
}

const tooLarge = ({ size }: File): string => {
  const gibibytes = (bytes: number): string =>
    `${(bytes / 1024 ** 3).toLocaleString(undefined, { maximumFractionDigits: 1 })} GiB`
  return `This file has ${gibibytes(size)}; ${gibibytes(costImportLimits.bytes)} can be imported here. Compress it with gzip, import the export in parts, or use “svc import costs” on the server.`
}

const queryOf = ({ tag, cost, whole, accounts, source }: Options) => ({
  ...{ cost, source, whole: whole ? ('true' as const) : ('false' as const) },
  ...(tag.trim() !== '' && { tag: tag.trim() }),
  ...(accounts.trim() !== '' && { accounts: accounts.trim() }),
})

const typeOf = ({ name }: File): 'application/gzip' | 'text/csv' =>
  /\.gz$/i.test(name) ? 'application/gzip' : 'text/csv'
