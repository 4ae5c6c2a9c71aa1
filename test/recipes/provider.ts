import { after, before, changelog, type Recipe, registered, write } from './edits.ts'

/** A provider of an invented product: its API has a URL that an operator may change, its credential two parts. */
export const providerRecipe: Recipe = {
  'packages/model/src/upstreams/oncall-providers.ts': before(
    '  ical: {\n',
    `  watchman: {
    name: 'Watchman',
    url: 'https://api.watchman.example',
    credential: { fields: { keyId: token('The id of a key.'), key: token('The key itself.'), baseUrl } },
  },
`,
  ),
  'packages/server/src/outbound/oncall/watchman.ts': write(`
import { oncallProviders } from '@svc/model'
import { listAt, textAt, timeAt } from '../json-value.ts'
import type { OnCallClient } from '../oncall.ts'
import { createUpstreamApi, segment } from '../upstream-api.ts'

const who = oncallProviders.watchman.name

/** Who is on call for a schedule at Watchman. */
export const watchman: OnCallClient<'watchman'> = {
  async ask(place, { keyId, key }, { id }) {
    const api = createUpstreamApi({
      ...place,
      who,
      subject: \`schedule \${JSON.stringify(id)}\`,
      headers: { authorization: \`Bearer \${keyId}:\${key}\` },
    })
    const { value } = await api.get(\`/schedules/\${segment(id)}\`)
    const [email] = listAt(who, value, 'people').map((person) => textAt(person, 'email'))
    if (email === undefined) return null
    return { name: null, email, startsAt: null, endsAt: timeAt(value, 'until') }
  },
}
`),
  'packages/server/src/outbound/oncall/watchman.test.ts': write(`
import { serving } from '../testing/contract-server.ts'
import { canary, testFailures } from '../testing/upstream-failures.ts'
import { watchman } from './watchman.ts'

testFailures({
  who: 'Watchman',
  ask: (place) => watchman.ask(place, { keyId: canary, key: canary }, { what: 'schedule', id: 'S1' }),
  works: serving({ '/schedules/S1': () => ({ body: { people: [{ email: 'ada@example.com' }] } }) }, { authorization: \`Bearer \${canary}:\${canary}\` }),
})
`),
  'packages/server/src/outbound/oncall/clients.ts': registered(
    "import { watchman } from './watchman.ts'",
    'watchman',
    '\n}\n',
  ),
  'docs/api.md': after('\n| `goalert` |', ' a schedule |\n| `watchman` |'),
  'docs/operating.md': after('`--goalert-url`', ', `--watchman-url`, `SVC_WATCHMAN_URL`'),
  'docs/numbers.md': after('- **Several at once.**', ' Watchman names one.'),
  'CHANGELOG.md': changelog('See who is on call as Watchman says it.'),
}
