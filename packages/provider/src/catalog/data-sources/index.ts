import { allKinds, codeNameOf, pluralCodeNameOf } from '@svc/model'
import type { DataSource } from '../../rpc/provider.ts'
import type { Session } from '../session.ts'
import { oneRecord } from './one.ts'
import { onlyRecord } from './only.ts'
import { questionsAbout } from './operations.ts'
import { reportSource, reports } from './report.ts'
import { severalRecords } from './several.ts'

/** A data source for everything that can be read: for each kind one, several, or the only one; and reports. */
export function dataSources(session: () => Session): Readonly<Record<string, DataSource>> {
  const found: Record<string, DataSource> = {}
  for (const questions of allKinds.map(questionsAbout)) {
    const { kind, one, several, only } = questions
    // A record without its own path is looked up in the list, unless there are thousands of measurements.
    const canBeFound = one !== undefined || (kind.verbs.includes('list') && !kind.unlogged)
    if (canBeFound) found[`svc_${codeNameOf(kind)}`] = oneRecord(questions, session)
    if (several) found[`svc_${pluralCodeNameOf(kind)}`] = severalRecords({ ...questions, several }, session)
    if (only) found[`svc_${codeNameOf(kind)}`] = onlyRecord({ ...questions, only }, session)
  }
  for (const [type, report] of Object.entries(reports)) found[type] = reportSource(report, session)
  return found
}
