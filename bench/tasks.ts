import { readFile, writeFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { launchBrowser } from '../test/browser/browser.ts'
import { findChromium } from '../test/browser/find-chromium.ts'
import { keepResult } from './results.ts'
import { tasks } from './tasks/list.ts'
import { perform, type Result } from './tasks/perform.ts'
import { toMarkdown } from './tasks/table.ts'
import { type Server, setUp, startServer } from './tasks/world.ts'

const help = `Performs ${tasks.length} tasks in the console in a real Chromium, as a new user would, and counts clicks,
fields typed into, pages visited and seconds.

Usage: npm run tasks -- [OPTIONS]

Options:
  --only WORDS      Only the tasks whose names contain this, or the one with this number
  --tree DIR        The checkout whose server and console are used (default: this one)
  --url URL         A running server with the demo catalog instead, which the tasks change for good
  --email EMAIL     Its owner (default owner@example.com)
  --password TEXT   The owner's password (or SVC_TASKS_PASSWORD)
  --pictures DIR    Keep a picture of the end of each task
  --json FILE       Write the figures there
  --against FILE    Compare with figures that --json has written
  --keep            Keep the report in bench/results
  --help            Show this help
`

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    tree: { type: 'string', default: `${import.meta.dirname}/..` },
    url: { type: 'string' },
    email: { type: 'string', default: 'owner@example.com' },
    password: { type: 'string', default: process.env.SVC_TASKS_PASSWORD ?? '' },
    pictures: { type: 'string' },
    json: { type: 'string' },
    against: { type: 'string' },
    keep: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})

if (values.help) process.stdout.write(help)
else await run()

async function run(): Promise<void> {
  // So that the servers end too.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
  const found = await findChromium(console.error)
  if ('unavailable' in found) throw new Error(found.unavailable)
  const server = await serverToUse()
  const browser = await launchBrowser()
  const results: Result[] = []
  try {
    for (const [place, task] of tasks.entries()) {
      if (values.only && !isMeant(values.only, place + 1, task.name)) continue
      const setting = { browser, server, tree: values.tree, pictures: values.pictures }
      const result = await perform(task, place + 1, setting)
      results.push(result)
      const { outcome, clicks, typed, pages, seconds, why = '' } = result
      const figures = `${clicks} clicks, ${typed} typed, ${pages} pages, ${seconds.toFixed(1)} s`
      console.error(`${String(place + 1).padStart(2)} ${outcome.padEnd(12)} ${task.name}: ${figures}  ${why}`)
    }
  } finally {
    await browser.close()
    await server.stop()
  }
  if (values.json) await writeFile(values.json, `${JSON.stringify(results, null, 2)}\n`)
  const before = values.against
    ? (JSON.parse(await readFile(values.against, 'utf8')) as readonly Result[])
    : undefined
  const report = toMarkdown(results, before)
  console.log(report)
  if (values.keep) await keepResult('tasks', { report, figures: results })
}

function isMeant(only: string, number: number, name: string): boolean {
  return /^\d+$/.test(only) ? Number(only) === number : name.includes(only)
}

async function serverToUse(): Promise<Server> {
  const { url, email, password } = values
  if (url) return { url, email, password, stop: async () => undefined }
  const server = await startServer(values.tree, ['--demo', '--fetch-allow', '127.0.0.1'])
  await setUp(server)
  return server
}
