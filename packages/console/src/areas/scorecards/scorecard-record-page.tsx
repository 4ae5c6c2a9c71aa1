import { kinds } from '@svc/model'
import { RecordPage } from '../../record/record-page.tsx'

/** The scorecard as any other record: its fields, its history, as code. */
export const ScorecardRecordPage = () => <RecordPage kind={kinds.scorecard} />
