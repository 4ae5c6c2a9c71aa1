import { kinds } from '@svc/model'
import { Related } from '../../record/related.tsx'
import type { RecordProps } from '../../values/area-parts.ts'

export const SlosOfProject = ({ record }: RecordProps) => (
  <Related kind={kinds.slo} by="appId" id={record.id} />
)
