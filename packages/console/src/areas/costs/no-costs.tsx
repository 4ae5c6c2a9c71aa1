import { CircleDollarSign } from 'lucide-react'
import { Empty } from '../../design/empty.tsx'

export const NoCosts = () => (
  <Empty icon={CircleDollarSign} title="No costs yet">
    Import a FOCUS export of your provider with <code>svc import costs</code>, or report amounts to{' '}
    <code>/ingest/v1/costs</code> from a pipeline: then each day is drawn here.
  </Empty>
)
