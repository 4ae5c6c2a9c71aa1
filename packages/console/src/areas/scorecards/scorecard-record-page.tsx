import { kinds } from '@svc/model'
import { RecordPage } from '../../record/record-page.tsx'

/** The scorecard on the generic record page: its fields, its history, copy as code. */
export const ScorecardRecordPage = () => <RecordPage kind={kinds.scorecard} />
