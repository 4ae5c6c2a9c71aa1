import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { atRiskPercent, breachedPercent, burnMinutes, burnRules } from '@svc/model'

const numbers = readFileSync(new URL('../docs/numbers.md', import.meta.url), 'utf8')

/** "1h" as the table writes it. */
function inWords(window: keyof typeof burnMinutes): string {
  const minutes = burnMinutes[window]
  const [count, unit] =
    minutes >= 2_880 ? [minutes / 1_440, 'day'] : minutes >= 60 ? [minutes / 60, 'hour'] : [minutes, 'minute']
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}

test('docs/numbers.md says when burn alerts fire', () => {
  for (const { severity, limit, window, recent } of burnRules) {
    const row = `| \`${severity}\` | ${limit} | ${inWords(window)} | ${inWords(recent)} |`
    assert.ok(numbers.includes(row), `docs/numbers.md lacks the row "${row} …"`)
  }
})

test('docs/numbers.md says from where on an SLO is at risk or breached', () => {
  assert.ok(numbers.includes(`| \`breached\` | ${breachedPercent}% or more`))
  assert.ok(numbers.includes(`| \`atRisk\` | ${atRiskPercent}% or more`))
})
