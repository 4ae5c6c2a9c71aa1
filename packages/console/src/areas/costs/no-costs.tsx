import { CircleDollarSign } from 'lucide-react'
import { Empty } from '../../design/empty.tsx'

export const NoCosts = ({ title = 'No costs yet' }: { readonly title?: string }) => (
  <Empty icon={CircleDollarSign} title={title}>
    Import your provider’s FOCUS export with <code>svc import costs</code>, or report amounts to{' '}
    <code>/ingest/v1/costs</code> from a pipeline. Each day is then charted here.
  </Empty>
)
