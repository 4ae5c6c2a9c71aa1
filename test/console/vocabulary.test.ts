import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { test } from 'node:test'
import { allKinds, kinds } from '@svc/model'

const root = resolve(import.meta.dirname, '../../packages/console/src')

/** Names that identify a field: `ownerTeamId` does, `name`, `type` or `status` could be anything. */
const telling = new Set(
  allKinds.flatMap(({ fields }) => Object.keys(fields)).filter((key) => /[a-z][A-Z]/.test(key)),
)
const kindNames = new Set(allKinds.map(({ name }) => name).filter((name) => name.includes('_')))

/** Where a name of the API is used in a string literal, for any purpose. */
function namesIn(text: string): readonly string[] {
  const code = text.replace(/\/\*\*.*?\*\/|\/\/[^\n]*/gs, '')
  const members = [...code.matchAll(/\bkinds\.(\w+)/g)].map(([, name = '']) => name)
  const words = [...code.matchAll(/(?<![\w-])[a-z]\w+/g)].map(([word]) => word)
  return [
    ...members.filter((name) => Object.hasOwn(kinds, name)).map((name) => `kinds.${name}`),
    ...new Set(words.filter((word) => telling.has(word) || kindNames.has(word))),
  ]
}

/** Generic code whose own words happen to be those of a field. */
const coincidences: Readonly<Record<string, readonly string[]>> = {
  'session/factors/factor-calls.ts': ['secondFactor', 'createdAt'],
  'session/program-calls.ts': ['createdAt', 'expiresAt'],
  'session/session-calls.ts': ['displayName', 'createdAt', 'expiresAt'],
  'values/ref-link.tsx': ['isActive'],
}

/** Code that many pages share and that shows people, or what one operation answers with about several kinds. */
const shared: Readonly<Record<string, readonly string[]>> = {
  'api/surroundings.ts': ['kinds.dependency'],
  'record/place-in.ts': ['fromId', 'toId'],
  'values/reach.tsx': ['kinds.user', 'kinds.team', 'teamId', 'slackChannel', 'channelUrl'],
  'list/summaries/summary-cell.tsx': [
    ...['kinds.slo', 'kinds.oncallBinding', 'kinds.scorecard', 'kinds.deployment', 'scorecardId'],
  ],
  'list/summaries/summary-words.ts': ['statusReason'],
}

test('no kind and no field is named in the console outside its areas and the app', () => {
  const found = readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /(?<!\.test)\.tsx?$/.test(entry.name))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
    .filter((file) => !/^(areas|app)\//.test(file) && !file.includes('/testing/'))
    .map((file) => {
      const allowed = [...(coincidences[file] ?? []), ...(shared[file] ?? [])]
      const names = namesIn(readFileSync(join(root, file), 'utf8')).filter((name) => !allowed.includes(name))
      return { file, names }
    })
    .filter(({ names }) => names.length > 0)
    .map(({ file, names }) => `${file}: ${names.join(', ')}`)
  assert.deepEqual(found, [])
})

test('the rule above detects violations', () => {
  assert.deepEqual(namesIn(`const a = kinds.project`), ['kinds.project'])
  assert.deepEqual(namesIn(`record.ownerTeamId`), ['ownerTeamId'])
  assert.deepEqual(namesIn(`{ 'oncall_binding': 1 }`), ['oncall_binding'])
  assert.deepEqual(namesIn(`/** ownerTeamId */ const kindsOf = kinds.map(one)`), [])
})
