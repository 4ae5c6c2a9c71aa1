import type { Result } from './perform.ts'

const columns = ['clicks', 'typed', 'pages'] as const

/** How the figures came about, for whoever reads the report alone. */
const method = `Each task is done by a script in a real Chromium, as a new user would: by what is written on the page, from the
home page, signed in as the owner of the demo catalog. A click is a click or a choice; *typed* counts fields
typed into and keys or combinations of keys; *pages* counts changes of the address without its query. What is
arranged beforehand (a full server, a cut line) is not counted. A task is reached when its goal has been verified
on the page or through the API, stuck when the steps lead nowhere, and not possible when the product offers no way.
Seconds are those of the script, which neither reads nor thinks, on the machine of this folder; they are not
judged.`

/** One line for each task; with an earlier run of the same tasks, its figures stand before the arrow. */
export function toMarkdown(now: readonly Result[], earlier?: readonly Result[]): string {
  const before = earlier && now.map(({ name }) => earlier.find((one) => one.name === name))
  const lines = now.map((result, place) => lineOf(result, place, before?.[place]))
  const compared = before
    ? ' Before and after: left of an arrow is the earlier version, right of it this one.'
    : ''
  return `# Tasks in the console

${method}${compared}

| | task | clicks | typed | pages | seconds | outcome |
| --: | --- | --- | --- | --- | --- | --- |
${lines.join('\n')}

${sumOf('Reached', now)}${before ? ` ${sumOf('Before', before)}` : ''}
${[...reasonsOf(before ?? [], 'before'), ...reasonsOf(now, 'now')].map((line) => `\n${line}`).join('')}
`
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

function sumOf(what: string, results: readonly (Result | undefined)[]): string {
  const reached = results.filter((one) => one?.outcome === 'reached')
  return `${what}: ${reached.length} of ${results.length}.`
}

const reasonsOf = (results: readonly (Result | undefined)[], when: string): readonly string[] =>
  results.flatMap((one, place) =>
    one === undefined || one.outcome === 'reached' ? [] : [`- ${place + 1}, ${when}: ${one.why}`],
  )
