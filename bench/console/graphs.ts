import { kinds } from '@svc/model'
import type { Page } from 'playwright-core'
import Elk from 'elkjs'
import { layOut } from '../../packages/console/src/areas/graph/layout/layout.ts'
import { median } from '../median.ts'
import { type Figure, msOf, taskFigure, withPage } from './measures.ts'
import { longestTask, seenAt } from './probe.ts'
import { type Tasks, watchTasks } from './tasks.ts'
import type { Site } from './site.ts'

interface Graph {
  readonly nodes: readonly { readonly id: string }[]
  readonly edges: readonly { readonly id: string; readonly fromId: string; readonly toId: string }[]
}

const sizes = [300, 2_000] as const
const rounds = 5
const drawn = '[role="application"] svg path'

export async function measureGraphs(site: Site): Promise<readonly Figure[]> {
  const root = await loginApi(site)
  const figures: Figure[] = []
  for (const size of sizes) {
    figures.push(await measureLayout(site, root, size))
    figures.push(...(await measurePicture(site, root, size)))
  }
  return figures
}

/** Everything depends on it, so the graph around it has as many nodes as requested. */
async function loginApi({ client }: Site): Promise<string> {
  const { items } = await client.api.page({ q: 'Sign-in API', limit: 100 })
  const first = items.find(({ name }) => name === 'Sign-in API')
  if (!first) throw new Error(`There is no sign-in ${kinds.api.noun}.`)
  return `api:${first.id}`
}

async function measureLayout({ client }: Site, root: string, limit: number): Promise<Figure> {
  const answer = await client.call('getGraph', { query: { root, depth: 10, limit } })
  // The schema of the operation says so.
  const { nodes, edges } = answer as unknown as Pick<Graph, 'nodes' | 'edges'>
  const input = {
    nodes: nodes.map(({ id }) => ({ id, width: 212, height: 64 })),
    edges: edges.map(({ id, fromId, toId }) => ({ id, from: fromId, to: toId })),
  }
  const elk = new Elk.default()
  const times: number[] = []
  for (let round = 0; round < rounds; round++) {
    const startedAt = performance.now()
    await layOut(elk, input)
    times.push(performance.now() - startedAt)
  }
  const about = `${input.nodes.length} nodes, ${input.edges.length} edges; the first ${Math.round(times[0] ?? 0)}`
  const target = limit === 300 ? { target: 1_000 } : {}
  return { what: `laying out ${limit}`, value: median(times), unit: 'ms', about, ...target }
}

/** The page requests the default number of nodes; for the measurement it requests this many. */
async function measurePicture(site: Site, root: string, limit: number): Promise<readonly Figure[]> {
  const times: number[] = []
  const tasks: number[] = []
  const moves: Tasks[] = []
  for (let round = 0; round < rounds; round++) {
    await withPage(site, async (page) => {
      await page.route('**/v1/graph?*', (route) => {
        const asked = new URL(route.request().url())
        asked.searchParams.set('limit', `${limit}`)
        return route.continue({ url: asked.href })
      })
      await page.goto(`${site.url}/graph?root=${root}&depth=10`, { waitUntil: 'commit' })
      times.push(await seenAt(page, drawn))
      tasks.push(await longestTask(page))
      moves.push(await watchTasks(page, () => moveAbout(page)))
    })
  }
  return [
    { what: `graph of ${limit}, by its address, to the picture`, ...msOf(times) },
    { what: `graph of ${limit}, longest task until then`, ...msOf(tasks) },
    taskFigure(`graph of ${limit}, moved and zoomed`, {
      longestMs: median(moves.map(({ longestMs }) => longestMs)),
      longestCpuMs: median(moves.map(({ longestCpuMs }) => longestCpuMs)),
    }),
  ]
}

async function moveAbout(page: Page): Promise<void> {
  await page.mouse.move(700, 500)
  for (let turn = 0; turn < 8; turn++) await page.mouse.wheel(0, turn < 4 ? 300 : -300)
  await page.mouse.down()
  for (let step = 0; step < 20; step++) await page.mouse.move(700 - step * 15, 500 - step * 8)
  await page.mouse.up()
}
