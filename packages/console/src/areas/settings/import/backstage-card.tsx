import type { ImportReport } from '@svc/model'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { Button } from '../../../design/button.tsx'
import { Card } from '../../../design/card.tsx'
import { CheckLine } from '../../../design/checkbox.tsx'
import { Note } from '../../../design/note.tsx'
import parts from '../../../design/parts.module.css'
import { TextField } from '../../../design/text-field.tsx'
import { said } from '../../../design/trouble.ts'
import unseen from '../../../design/unseen.module.css'
import { useMode } from '../../../session/mode.tsx'
import type { Found } from './catalog-worker.ts'
import { ReportView } from './report-view.tsx'
import { readCatalog } from './read-catalog.ts'

/** Files in, a dry run, and only then the import of exactly that. */
export function BackstageCard() {
  const { client } = useMode()
  const queries = useQueryClient()
  const input = useRef<HTMLInputElement>(null)
  const [source, setSource] = useState('Backstage')
  const [isComplete, setComplete] = useState(false)
  const [found, setFound] = useState<Found>()
  const [report, setReport] = useState<ImportReport>()
  const [problem, setProblem] = useState<string>()
  const [isBusy, setBusy] = useState(false)

  const busy = async (work: () => Promise<void>): Promise<void> => {
    setBusy(true)
    setProblem(undefined)
    await work().catch((error: unknown) => setProblem(said(error)))
    setBusy(false)
  }
  const run = async (from: Found, more: { readonly dryRun: boolean; readonly plan?: string }) => {
    const body = { source, documents: from.documents, isComplete, ...more }
    setReport(await client.call('importBackstage', { body }))
  }
  const pick = (files: readonly File[]) =>
    busy(async () => {
      setReport(undefined)
      const read = await readCatalog(files)
      setFound(read)
      if (read.documents.length > 0) await run(read, { dryRun: true })
    })
  const apply = (plan: string) =>
    busy(async () => {
      if (found) await run(found, { dryRun: false, plan })
      await queries.invalidateQueries()
    })
  /** What was planned is no longer what would be done. */
  const plannedAnew =
    <T,>(set: (value: T) => void) =>
    (value: T) => {
      set(value)
      setReport(undefined)
    }
  const changes = report
    ? report.counts.create + report.counts.update + report.counts.adopt + report.counts.gone
    : 0
  return (
    <Card title="Backstage">
      <div className={parts.stack}>
        <p className={parts.soft}>
          Catalog files (catalog-info.yaml), or the entities that Backstage’s API lists as JSON. Components
          become projects, groups become teams; importing again updates what was imported before.
        </p>
        <div className={parts.form}>
          <TextField
            label="Source"
            hint="The same name each time, so that the next import finds what this one made."
            value={source}
            maxLength={500}
            onChange={plannedAnew(setSource)}
          />
          <CheckLine checked={isComplete} onChange={({ target }) => plannedAnew(setComplete)(target.checked)}>
            These files are all of the source: flag what is missing as gone
          </CheckLine>
        </div>
        <div className={parts.row}>
          <Button
            look={report ? 'secondary' : 'primary'}
            disabled={isBusy || source.trim() === ''}
            onClick={() => input.current?.click()}
          >
            Choose files
          </Button>
          {found && !report && found.documents.length > 0 && (
            <Button disabled={isBusy} onClick={() => void busy(() => run(found, { dryRun: true }))}>
              Show what would be done
            </Button>
          )}
          <input
            ref={input}
            className={unseen.unseen}
            type="file"
            multiple
            accept=".yaml,.yml,.json"
            tabIndex={-1}
            aria-label="Catalog files"
            onChange={({ target }) => {
              const files = [...(target.files ?? [])]
              target.value = ''
              void pick(files)
            }}
          />
          {isBusy && <span role="status">Working…</span>}
        </div>
        {problem && <Note tone="bad">{problem}</Note>}
        {found && <FoundNotes found={found} />}
        {report && <ReportView report={report} />}
        {report?.dryRun && (
          <div className={parts.row}>
            <Button look="primary" disabled={isBusy || changes === 0} onClick={() => void apply(report.plan)}>
              {changes === 0 ? 'Nothing to import' : 'Import'}
            </Button>
          </div>
        )}
      </div>
    </Card>
  )
}

function FoundNotes({ found: { documents, failures, pointers } }: { readonly found: Found }) {
  return (
    <>
      {failures.length > 0 && (
        <Note tone="warn">
          Not everything could be read. {failures.slice(0, 5).join('. ')}
          {failures.length > 5 && ` and ${failures.length - 5} more`}
        </Note>
      )}
      {pointers > 0 && (
        <Note tone="info">
          {pointers === 1 ? 'One Location points' : `${pointers} Locations point`} to other files, which are
          not read here: choose those files, too.
        </Note>
      )}
      {documents.length === 0 && <Note tone="warn">There is no entity in these files.</Note>}
    </>
  )
}
