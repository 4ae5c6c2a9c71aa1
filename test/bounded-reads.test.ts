import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { test } from 'node:test'

const root = resolve(import.meta.dirname, '../packages/server/src')

/** Reads of complete records without a limit, each with the reason why they are few and small. */
const known: Readonly<Record<string, string>> = {
  'http/scim/endpoints.ts': 'pages of a directory, of 200 at most',
  'services/group-mappings/facts.ts':
    'mappings are small, and the people and teams that change are written again',
  'services/group-mappings/team-deleted.ts': 'mappings are small, and these are deleted',
  'services/federation/saml/refresh-due.ts': 'an organisation has a few providers; once a day',
  'services/sign-in/identities.ts': 'an organisation has a few providers',
  'services/identity/own-tokens.ts': 'tokens are small, and a person has at most 50 new ones',
  'services/identity/issue-credentials.ts': 'credentials are small; for the svc command',
  'services/integrations/listing.ts': 'there are seven, each as large as a body at most',
  'services/jobs/clock.ts': '200 at most, of kinds whose records are small',
  'services/scorecards/grade-entity.ts': 'one for each scorecard, of which there are 200 with 50 rules',
  'services/slo/snapshot.ts': 'those of a slice that was read by its bytes',
  'services/slo/readings.ts': 'snapshots are small, one for each SLO of a slice',
  'services/sso/settings-behaviour.ts': 'the members that one field names',
  'services/vault/permission.ts': 'the items that one configuration names, without their values',
  'services/webhooks/reseal.ts': 'there are 100 at most; for the svc command',
}

/** The arguments of `list`. */
function asked(source: string): readonly string[] {
  return Array.from(source.matchAll(/\.list\(/g), ({ index }) => {
    let depth = 1
    let end = index + '.list('.length
    for (; depth > 0 && end < source.length; end += 1) {
      if (source[end] === '(') depth += 1
      if (source[end] === ')') depth -= 1
    }
    return source.slice(index, end)
  })
}

test('whatever reads several records names the fields it needs, or reads them by their bytes', () => {
  const files = readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts') && !/\.test\.ts$/.test(entry.name))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
    .filter((file) => !/(^|\/)(testing|acceptance|conformance)\//.test(file))
  const all = files.flatMap((file) =>
    asked(readFileSync(join(root, file), 'utf8')).map((call) => ({ file, call })),
  )
  assert.ok(all.length > 15, 'there is something to look at')
  const open = all.filter(({ call }) => !/\b(fields|limit)\b/.test(call))
  assert.deepEqual(
    open.filter(({ file }) => !Object.hasOwn(known, file)),
    [],
    'slicesOf, Records.slice, or fields',
  )
  assert.deepEqual(
    Object.keys(known).filter((file) => !open.some((one) => one.file === file)),
    [],
    'no reason is left over',
  )
})
