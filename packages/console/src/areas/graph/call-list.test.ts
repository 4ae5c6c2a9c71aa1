import assert from 'node:assert/strict'
import { test } from 'node:test'
import { callList } from './call-list.ts'
import type { Impact } from './graph.ts'
import { nodeOf } from './testing/graphs.ts'

const ada = { bindingId: 'ocb_1', userName: 'Ada', userEmail: 'ada@example.com', userUid: 'usr_1' }
const money = { ownerTeamId: 't1', ownerTeamName: 'Money' }
const shop = {
  ...nodeOf('component', 'Shop', { ...money, onCall: ada, distance: 1 }),
  criticality: 'hard' as const,
}
const blog = {
  ...nodeOf('component', 'Blog *new*', { ownerTeamId: 't2', ownerTeamName: 'Words', distance: 1 }),
  criticality: 'soft' as const,
}
const lonely = { ...nodeOf('component', 'Lonely', { distance: 2 }), criticality: 'hard' as const }
const impact: Impact = {
  of: nodeOf('resource', 'orders-db', { ...money, onCall: ada }),
  entities: [shop, blog, lonely],
  inactive: [],
  teams: [
    { id: 't1', name: 'Money', entities: 2 },
    { id: 't2', name: 'Words', entities: 1 },
  ],
  onCall: [{ userName: 'Ada', userEmail: 'ada@example.com', userUid: 'usr_1', entities: 2 }],
  slos: [],
  truncated: false,
  counts: { hard: 2, soft: 1, further: 0 },
  leftOut: 0,
  leftOutIsExact: true,
}
const at = new Date('2026-03-04T05:06:07Z')

test('a call list says whom to call for what, how, and for what there is nobody', () => {
  const members = [{ id: 'usr_1', contacts: [{ type: 'phone', value: '+49 30 1' }] }]
  assert.equal(
    callList(impact, members, at),
    `## If orders-db fails

As of 2026-03-04 05:06 UTC: 3 affected, 2 hard and 1 soft.

### On call now

- **Ada** (ada@example.com, phone +49 30 1): orders-db, Shop

### Teams without anybody on call

- Words: 1 affected

### Without an owner and anybody on call

- Lonely
`,
  )
})

test('names that look like Markdown, and what is left out, are said as they are', () => {
  const cut = {
    ...impact,
    of: blog,
    leftOut: 7,
    counts: { hard: 9, soft: 1, further: 2 },
    leftOutIsExact: false,
  }
  const text = callList(cut, [], at)
  assert.match(text, /^## If Blog \\\*new\\\* fails$/m)
  assert.match(text, /at least 10 affected/)
  assert.match(text, /2 more are further away/)
  assert.match(text, /Only for the nearest 3\./)
})
