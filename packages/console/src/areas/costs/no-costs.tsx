import { CircleDollarSign } from 'lucide-react'
import { Empty } from '../../design/empty.tsx'

export const NoCosts = () => (
  <Empty icon={CircleDollarSign} title="No costs yet">
    Import your provider’s FOCUS export with <code>svc import costs</code>, or report amounts to{' '}
    <code>/ingest/v1/costs</code> from a pipeline. Each day is then charted here.
  </Empty>
)
