import { after, before, changelog, inOrder, type Recipe, registered, write } from './edits.ts'

/** How many issues are assigned to the lead of a team. */
export const operationRecipe: Recipe = {
  'packages/model/src/operations/team-load.ts': write(`
import { shape } from '../shape/shape.ts'
import type { Operation } from './operation.ts'

export const getTeamLoad = {
  id: 'getTeamLoad',
  method: 'GET',
  path: '/teams/{teamId}/load',
  summary: 'How much a team has to do',
  group: 'Teams',
  scope: 'read',
  success: {
    status: 200,
    about: 'The load of the team.',
    schema: shape.object(
      { members: shape.integer({ minimum: 0, description: 'How many people are in it.' }) },
      { title: 'TeamLoad', examples: [{ members: 3 }] },
    ),
  },
  problems: ['not_found'],
} as const satisfies Operation
`),
  'packages/model/src/operations/index.ts': inOrder(
    before(
      "import { getGraph, getImpact } from './graph.ts'",
      "import { getTeamLoad } from './team-load.ts'\n",
    ),
    after('export const specialOperations = {', '\n  getTeamLoad,'),
  ),
  'packages/server/src/services/teams/load.ts': write(`
import { type Kinds, kinds, type Stored } from '@svc/model'
import type { Context } from '../context.ts'
import { findRecord } from '../records/records.ts'

export async function teamLoad(ctx: Context, teamId: string): Promise<{ readonly members: number }> {
  const { record } = await findRecord(ctx, kinds.team, teamId)
  return { members: (record as Stored<Kinds['team']>).memberUids.length }
}
`),
  'packages/server/src/http/routes/team-load.ts': write(`
import { teamLoad } from '../../services/teams/load.ts'
import { json } from '../answer.ts'
import type { SpecialHandlers } from '../exchange.ts'

export const teamLoadHandlers = {
  getTeamLoad: async ({ ctx, params }) => json(200, await teamLoad(ctx, params.teamId)),
} satisfies Partial<SpecialHandlers>
`),
  'packages/server/src/http/routes/special-routes.ts': registered(
    "import { teamLoadHandlers } from './team-load.ts'",
    '...teamLoadHandlers',
    '\n} satisfies',
  ),
  'packages/server/src/http/acceptance/team-load.test.ts': write(`
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEachEngine, useApp } from '../../testing/index.ts'
import { make, read } from './checks.ts'

onEachEngine((engine) => {
  const app = useApp(engine)

  test('a team has as much to do as it has members', async () => {
    const { owner } = await app.organisation()
    const { id } = await make(owner, '/teams', { name: 'Payments' })
    assert.deepEqual(await read(owner, \`/teams/\${id}/load\`), { members: 0 })
  })
})
`),
  'packages/client/src/calls.test.ts': after(
    'const operations: Readonly<Record<SpecialOperationId, (scene: Scene) => Promise<void>>> = {',
    `
  getTeamLoad: async ({ client, make }) => {
    const teamId = await make('team')
    assert.deepEqual(await client.call('getTeamLoad', { params: { teamId } }), { members: 0 })
  },`,
  ),
  'CHANGELOG.md': changelog('See how much a team has to do: `GET /teams/{teamId}/load`.'),
}
