import type { Result } from './perform.ts'

const columns = ['clicks', 'typed', 'pages'] as const

/** One line for each task; with an earlier run, its figures stand before the arrow. */
export function toMarkdown(now: readonly Result[], before?: readonly Result[]): string {
  const lines = now.map((result, place) => lineOf(result, place, before?.[place]))
  const totals = `\n${sumOf('Reached now', now)}${before ? `\n${sumOf('Reached before', before)}` : ''}\n`
  return `| | task | clicks | typed | pages | seconds | outcome |
| --: | --- | --- | --- | --- | --- | --- |
${lines.join('\n')}
${totals}`
}

function lineOf(now: Result, place: number, before: Result | undefined): string {
  const pair = (of: (result: Result) => string): string =>
    before === undefined || of(before) === of(now) ? of(now) : `${of(before)} → ${of(now)}`
  const figures = columns.map((column) => pair((result) => figureOf(result, column)))
  const seconds = pair((result) => (result.outcome === 'reached' ? result.seconds.toFixed(1) : '–'))
  return `| ${place + 1} | ${now.name} | ${figures.join(' | ')} | ${seconds} | ${pair(({ outcome }) => outcome)} |`
}

/** What was done before giving up says nothing about the way to the goal. */
const figureOf = (result: Result, column: (typeof columns)[number]): string =>
  result.outcome === 'reached' ? `${result[column]}` : '–'

function sumOf(what: string, results: readonly Result[]): string {
  const reached = results.filter(({ outcome }) => outcome === 'reached')
  return `${what}: ${reached.length} of ${results.length}.`
}
