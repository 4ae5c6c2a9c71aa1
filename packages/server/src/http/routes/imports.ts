import { kinds } from '@svc/model'
import { importDocuments } from '../../services/backstage/import-documents.ts'
import { json } from '../answer.ts'
import type { SpecialHandlers } from '../exchange.ts'
import { workOnce } from '../idempotency.ts'

export const importHandlers = {
  importBackstage: (exchange) =>
    workOnce(exchange, kinds.project, async () =>
      json(200, await importDocuments(exchange.ctx, exchange.body)),
    ),
} satisfies Partial<SpecialHandlers>
