import { allKinds, codeNameOf, pluralCodeNameOf } from '@svc/model'
import type { DataSource } from '../../rpc/provider.ts'
import type { Session } from '../session.ts'
import { oneRecord } from './one.ts'
import { onlyRecord } from './only.ts'
import { questionsAbout } from './operations.ts'
import { reportSource, reports } from './report.ts'
import { severalRecords } from './several.ts'

/** A data source for whatever can be read: of each kind one, several, or the only one; and what is worked out. */
export function dataSources(session: () => Session): Readonly<Record<string, DataSource>> {
  const found: Record<string, DataSource> = {}
  for (const questions of allKinds.map(questionsAbout)) {
    const { kind, one, several, only } = questions
    // Without an address of its own a record is looked for in the list, unless there are measurements by the thousand.
    const canBeFound = one !== undefined || (kind.verbs.includes('list') && !kind.unlogged)
    if (canBeFound) found[`svc_${codeNameOf(kind)}`] = oneRecord(questions, session)
    if (several) found[`svc_${pluralCodeNameOf(kind)}`] = severalRecords({ ...questions, several }, session)
    if (only) found[`svc_${codeNameOf(kind)}`] = onlyRecord({ ...questions, only }, session)
  }
  for (const [type, report] of Object.entries(reports)) found[type] = reportSource(report, session)
  return found
}
