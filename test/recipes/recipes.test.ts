import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isNamedBy, recipeUnder } from './contributing.ts'
import type { Recipe } from './edits.ts'
import { fieldRecipe } from './field.ts'
import { kindRecipe } from './kind.ts'
import { operationRecipe } from './operation.ts'
import { providerRecipe } from './provider.ts'
import { copyTree } from './tree.ts'

/**
 * CONTRIBUTING.md says which files a kind, a field, an on-call provider and an operation take. Here somebody does just
 * that, in a copy of the sources: what it does not name is not touched, and everything holds all the same.
 */

const recipes: Readonly<Record<string, Recipe>> = {
  'How to add a kind': kindRecipe,
  'How to add a field': fieldRecipe,
  'How to add an on-call provider': providerRecipe,
  'How to add an operation': operationRecipe,
}

for (const [heading, recipe] of Object.entries(recipes)) {
  test(`${heading}: CONTRIBUTING.md names these files and no others, and counts them`, () => {
    const { lines, count } = recipeUnder(heading)
    const byHand = lines.filter(({ isByHand }) => isByHand)
    const files = Object.keys(recipe)
    const unnamed = files.filter((path) => !byHand.some((line) => isNamedBy(path, line)))
    const unused = byHand.filter((line) => !files.some((path) => isNamedBy(path, line)))
    assert.deepEqual({ unnamed, unused, count }, { unnamed: [], unused: [], count: files.length })
  })
}

test('a kind that is kept as code takes at most 8 files by hand', () => {
  assert.ok(Object.keys(kindRecipe).length <= 8)
})

const quickChecks: readonly (readonly [string, readonly string[]])[] = [
  ['node', ['scripts/generate-openapi.ts']],
  ['node', ['packages/provider/docs-generator/generate.ts']],
  ['tsc', ['-p', 'tsconfig.json']],
  ['tsc', ['-p', 'packages/console/tsconfig.json']],
  [
    'node',
    [
      ...['--test', '--test-reporter=spec'],
      'packages/model/src/**/*.test.ts',
      'packages/provider/docs-generator/*.test.ts',
      'packages/server/src/store/schema.test.ts',
      'packages/server/src/http/acceptance/{oncall-providers,shapes,team-load}.test.ts',
      'packages/server/src/outbound/oncall/watchman.test.ts',
      'packages/client/src/calls.test.ts',
      'packages/cli/src/demo/plan.test.ts',
      'test/{layers,openapi,upstreams}.test.ts',
      'test/console/vocabulary.test.ts',
      'test/published/*.test.ts',
    ],
  ],
]

test('with these files and no others, everything compiles, is described and works', async (t) => {
  const tree = await copyTree(t)
  for (const recipe of Object.values(recipes)) await tree.apply(recipe)
  for (const [command, args] of quickChecks) {
    const { status, output } = tree.run(command, args)
    const failures = output.slice(Math.max(0, output.indexOf('✖ failing tests:'))).slice(0, 20_000)
    assert.equal(status, 0, `${command} ${args.slice(0, 2).join(' ')}:\n${failures}`)
  }
  assert.match(await tree.read('docs/openapi.json'), /"\/teams\/\{teamId\}\/load"/)
  assert.match(await tree.read('packages/provider/docs/resources/escalation_policy.md'), /repeat_count/)
})
