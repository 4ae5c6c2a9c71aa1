import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Pool } from 'undici'
import { fill } from './fill.ts'
import { authorize } from './http.ts'
import { describeMachine } from './machine.ts'
import { median } from './median.ts'
import { keepResult } from './results.ts'
import { startOurs } from './servers.ts'

/** How long the graph and the impact of one entity take in a large catalog: node bench/graph.ts */

const size = { projects: 10_000, apis: 10_000, edges: 100_000 }
const questions = 60
const targetMs = 50

const scratch = await mkdtemp(join(tmpdir(), 'svc-graph-'))
const server = await startOurs({
  program: fileURLToPath(new URL('../packages/cli/bin/svc.js', import.meta.url)),
  storeFlags: ['--data-dir', join(scratch, 'data')],
  compileCacheDir: join(scratch, 'compiled'),
})
const pool = new Pool(server.url, { connections: 32 })
const headers = { ...authorize(server.token), 'content-type': 'application/json' }
try {
  await fill(server.url, server.token, { projects: size.projects, apis: size.apis })
  const [projects, apis] = [await idsOf('projects'), await idsOf('apis')]
  await joinAll(projects, apis)
  const rows = [
    await measure('graph, depth 5, both directions', (n) => `/graph?depth=5&root=component:${projects[n]}`),
    await measure(
      'graph, depth 5, what it needs',
      (n) => `/graph?depth=5&direction=dependsOn&root=component:${projects[n]}`,
    ),
    await measure(
      'graph, depth 5, both directions, limit 2,000',
      (n) => `/graph?depth=5&limit=2000&root=component:${projects[n]}`,
    ),
    await measure('graph, depth 2', (n) => `/graph?depth=2&root=component:${projects[n]}`),
    await measure('impact', (n) => `/impact?of=api:${apis[n]}`),
  ]
  const machine = await describeMachine(scratch)
  const report = `# Graph and impact, ${new Date().toISOString().slice(0, 10)}

Node ${machine.node}, ${machine.cpu}, SQLite, ${size.projects + size.apis} nodes and ${size.edges} edges, ${questions} different roots asked one after another.

| | median | slowest | nodes | target | holds |
| --- | --- | --- | --- | --- | --- |
${rows.join('\n')}
`
  console.log(report)
  await keepResult('graph', { report })
} finally {
  await pool.close()
  await server.stop()
  await rm(scratch, { recursive: true, force: true })
}

async function ask(path: string): Promise<string> {
  const { statusCode, body } = await pool.request({ method: 'GET', path: `/v1${path}`, headers })
  const text = await body.text()
  if (statusCode !== 200) throw new Error(`GET ${path} answered ${statusCode}: ${text}`)
  return text
}

async function idsOf(kind: string): Promise<readonly string[]> {
  const answer = JSON.parse(await ask(`/${kind}`)) as Readonly<Record<string, readonly { id: string }[]>>
  return (answer[kind] ?? []).map(({ id }) => id)
}

/** Edges at increasing distances, so that each node has five outgoing and five incoming edges. */
async function joinAll(projects: readonly string[], apis: readonly string[]): Promise<void> {
  let next = 0
  const worker = async () => {
    while (next < size.edges) {
      const n = next++
      const isFromProject = n % 2 === 0
      const [from, to] = [n % size.projects, (n * 7 + Math.floor(n / size.projects) * 131) % size.apis]
      const body = {
        fromKind: isFromProject ? 'component' : 'api',
        fromId: isFromProject ? projects[from] : apis[from],
        toKind: isFromProject ? 'api' : 'component',
        toId: isFromProject ? apis[to] : projects[to],
        type: `t${Math.floor(n / size.projects)}`,
      }
      const answer = await pool.request({
        method: 'POST',
        path: '/v1/dependencies',
        headers,
        body: JSON.stringify(body),
      })
      await answer.body.dump()
      if (answer.statusCode !== 201) throw new Error(`An edge was answered with ${answer.statusCode}.`)
    }
  }
  await Promise.all(Array.from({ length: 32 }, worker))
}

async function measure(about: string, pathOf: (n: number) => string): Promise<string> {
  const times: number[] = []
  let nodes = 0
  for (let question = 0; question < questions; question++) {
    const started = performance.now()
    const answer = await ask(pathOf(question * 97))
    times.push(performance.now() - started)
    const { nodes: all, entities = all } = JSON.parse(answer)
    nodes = Math.max(nodes, entities.length)
  }
  const middle = median(times)
  const holds = middle <= targetMs ? 'yes' : 'NO'
  return `| ${about} | ${middle.toFixed(1)} ms | ${Math.max(...times).toFixed(1)} ms | ${nodes} | ≤ ${targetMs} ms | ${holds} |`
}
