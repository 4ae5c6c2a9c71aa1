import { kinds } from '@svc/model'
import { json, noContent, notModified } from './answer.ts'
import type { SpecialHandlers } from './exchange.ts'
import { recordAnswer } from './routes/kind-routes.ts'
import { narrowed, tagged } from './routes/tagged.ts'

/** Nothing here runs: the compiler checks which handlers keep what their operations promise. */

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
    // @ts-expect-error drift is missing
    getDrift: (exchange) => tagged(exchange, {}),
    // @ts-expect-error the message is missing
    testIntegration: () => json(200, { ok: true }),
    // @ts-expect-error the body is missing
    getMe: () => noContent,
    // @ts-expect-error scores are under another key
    listScores: (exchange) => narrowed(exchange, 'items', kinds.score, []),
    // @ts-expect-error runbooks are not scores
    listScorecardScores: (exchange) => narrowed(exchange, 'scores', kinds.runbook, []),
    // @ts-expect-error another kind's record
    refreshErrorTracker: (exchange) => recordAnswer(exchange, kinds.oncallBinding, stored, 200),
    // @ts-expect-error no direction has this name
    getGraph: ({ query }) => (query.direction === 'up' ? notModified('"x"') : notModified('"y"')),
    // @ts-expect-error the path has no such name
    explainSlo: ({ params }) => notModified(params.id),
  }) satisfies Partial<SpecialHandlers>
