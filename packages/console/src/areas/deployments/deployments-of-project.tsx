import { kinds } from '@svc/model'
import { Related } from '../../record/related.tsx'
import type { RecordProps } from '../../values/area-parts.ts'

export const DeploymentsOfProject = ({ record }: RecordProps) => (
  <Related kind={kinds.deployment} by="appId" id={record.id} />
)
