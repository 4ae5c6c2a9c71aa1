import { spawnSync } from 'node:child_process'

/** The inner loop: format, lint, types and the pure tests, in seconds, without a database or a network. */

const steps: readonly (readonly [string, readonly string[]])[] = [
  ['biome', ['check', '--diagnostic-level=warn', '--error-on-warnings', '.']],
  ['tsc', ['-p', 'tsconfig.json']],
  ['tsc', ['-p', 'packages/console/tsconfig.json']],
  ['tsc', ['-p', 'packages/console/tsconfig.test.json']],
  [
    'node',
    [
      '--test',
      '--test-reporter=dot',
      'packages/model/src/**/*.test.ts',
      'packages/console/src/**/*.test.ts',
      'packages/provider/src/protocol/*.test.ts',
      'packages/provider/src/rpc/planning/*.test.ts',
      'packages/provider/docs-generator/*.test.ts',
      'packages/server/src/services/{slo,costs,scorecards,specs}/*.test.ts',
      'packages/server/src/services/focus/{amount,csv,unpacked}.test.ts',
      'packages/server/src/services/{ids,seal}.test.ts',
      'packages/server/src/store/partition-id.test.ts',
      'scripts/{screenshots,testing}/*.test.ts',
      'scripts/bundle/fresh-bundle.test.ts',
      'test/{layers,guarantees,openapi,upstreams}.test.ts',
      'test/published/*.test.ts',
    ],
  ],
]

for (const [command, args] of steps) {
  const started = performance.now()
  const { status } = spawnSync(command, args, { stdio: 'inherit' })
  console.log(
    `${command}: ${status === 0 ? 'good' : 'failed'} (${Math.round(performance.now() - started)} ms)`,
  )
  if (status === 0) continue
  if (command === 'biome') console.log('npm run format settles the format; the rest is for you.')
  process.exit(1)
}
