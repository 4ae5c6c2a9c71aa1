import { kinds } from '@svc/model'
import { json, noContent, notModified } from './answer.ts'
import type { SpecialHandlers } from './exchange.ts'
import { recordAnswer } from './routes/kind-routes.ts'
import { narrowed, tagged } from './routes/tagged.ts'

/** Nothing here runs: it says which handlers keep what their operations promise, and the compiler agrees or not. */

type StoredRecord = Parameters<typeof recordAnswer>[2]

export const kept = (stored: StoredRecord) =>
  ({
    getDrift: (exchange) => tagged(exchange, { drift: null }),
    getMe: () => notModified('"x"'),
    deleteToken: () => noContent,
    listScores: (exchange) => narrowed(exchange, 'scores', kinds.score, []),
    refreshErrorTracker: (exchange) => recordAnswer(exchange, kinds.errorTracker, stored, 200),
    handOver: ({ params: { uid }, body: { toUid = '', dryRun = false } }) =>
      json(200, { uid, toUid, dryRun, moved: 0, left: 0, parts: [], refused: [] }),
  }) satisfies Partial<SpecialHandlers>

export const broken = (stored: StoredRecord) =>
  ({
    // @ts-expect-error it says nothing of drift
    getDrift: (exchange) => tagged(exchange, {}),
    // @ts-expect-error a message must be there too
    testIntegration: () => json(200, { ok: true }),
    // @ts-expect-error there must be something to say
    getMe: () => noContent,
    // @ts-expect-error scores stand under another key
    listScores: (exchange) => narrowed(exchange, 'items', kinds.score, []),
    // @ts-expect-error runbooks are no scores
    listScorecardScores: (exchange) => narrowed(exchange, 'scores', kinds.runbook, []),
    // @ts-expect-error another kind's record
    refreshErrorTracker: (exchange) => recordAnswer(exchange, kinds.oncallBinding, stored, 200),
    // @ts-expect-error no direction is called so
    getGraph: ({ query }) => (query.direction === 'up' ? notModified('"x"') : notModified('"y"')),
    // @ts-expect-error the path has no such name
    explainSlo: ({ params }) => notModified(params.id),
  }) satisfies Partial<SpecialHandlers>
