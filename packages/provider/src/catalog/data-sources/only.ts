import type { Operation } from '@svc/model'
import type { DataSource } from '../../rpc/provider.ts'
import { recordAttributes, recordColumns } from '../attributes.ts'
import { toDiagnostics } from '../problems.ts'
import type { Session } from '../session.ts'
import { toValues } from '../state.ts'
import { ask } from './ask.ts'
import type { Questions } from './operations.ts'

/** Records that exist once per organisation. */
export function onlyRecord(
  { kind, only }: Questions & { readonly only: Operation },
  session: () => Session,
): DataSource {
  const columns = recordColumns(kind)
  return {
    schema: { version: 0, description: kind.about, attributes: recordAttributes(columns) },
    async read() {
      try {
        return { state: toValues(columns, await ask(session().client, only)) }
      } catch (failure) {
        const attempt = { doing: `read the ${kind.noun}`, kind, columns }
        return { state: null, diagnostics: toDiagnostics(failure, attempt) }
      }
    },
  }
}
