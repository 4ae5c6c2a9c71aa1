import { type EntitySummary, type Kind, kinds } from '@svc/model'
import { Badge } from '../../design/badge.tsx'
import cell from '../../values/cell.module.css'
import { PlainLink } from '../../values/plain-link.tsx'
import { pathOf } from '../../values/ref-link.tsx'
import { useSummary } from './summaries.ts'
import type { SummaryColumn } from './summary-columns.ts'
import { summaryWords } from './summary-words.ts'

interface SummaryCellProps {
  readonly kind: Kind
  readonly id: string
  /** Which of the columns. */
  readonly name: string
}

/** What belongs to a record, in a few words, with a link to where it comes from. */
export function SummaryCell({ kind, id, name }: SummaryCellProps) {
  const { data, isPending, isError } = useSummary(kind, id)
  const column = name as SummaryColumn
  if (isPending) return <span className={cell.none}>…</span>
  if (isError || !data) return <span className={cell.none}>Could not be loaded</span>
  const { text, isKnown } = summaryWords[column](data)
  if (!isKnown) return <span className={cell.none}>{text}</span>
  const to = sourceOf(column, data)
  const shown = column === 'health' && data.slos.worst?.status ? <Health of={data} /> : text
  return (
    <span className={cell.number} title={text}>
      {to ? <PlainLink to={to}>{shown}</PlainLink> : shown}
    </span>
  )
}

const Health = ({ of: { slos } }: { readonly of: EntitySummary }) => (
  <>
    <Badge word={slos.worst?.status ?? ''} /> {slos.worst?.name}
  </>
)

function sourceOf(column: SummaryColumn, { slos, onCall, scores, deployments }: EntitySummary) {
  if (column === 'health' && slos.worst) return pathOf(kinds.slo.path, slos.worst.id)
  if (column === 'onCallNow' && onCall) return pathOf(kinds.oncallBinding.path, onCall.bindingId)
  if (column === 'score' && scores[0]) return pathOf(kinds.scorecard.path, scores[0].scorecardId)
  if (column === 'lastDeployment' && deployments[0]) return pathOf(kinds.deployment.path, deployments[0].id)
  return undefined
}
