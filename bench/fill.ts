import { Pool } from 'undici'
import { authorize } from './http.ts'

export const fillKinds = ['projects', 'teams', 'domains', 'systems', 'apis', 'resources', 'issues'] as const
export type FillKind = (typeof fillKinds)[number]
export type Counts = Readonly<Partial<Record<FillKind, number>>>

const concurrency = 64
const progressMs = 5000

/** The nth record of each kind; some kinds belong to a project. */
const bodies = {
  projects: (n) => ({ name: `Project ${n}`, description: `What project ${n} is for.` }),
  teams: (n) => ({ name: `Team ${n}`, description: `What team ${n} looks after.` }),
  domains: (n) => ({ name: `Domain ${n}`, tags: [`area-${n % 20}`] }),
  systems: (n) => ({ name: `System ${n}`, lifecycle: 'production', tags: [`area-${n % 20}`] }),
  apis: (n, projectId) => ({
    name: `API ${n}`,
    kind: 'rest',
    componentId: projectId,
    tags: [`area-${n % 20}`],
  }),
  resources: (n) => ({
    name: `Resource ${n}`,
    description: `The database behind service ${n}.`,
    kind: 'database',
    provider: 'aws',
    lifecycle: 'production',
    externalId: `arn:aws:rds:eu-west-1:123456789012:db:service-${n}`,
    tags: [`area-${n % 20}`, 'storage'],
  }),
  issues: (n, projectId) => ({
    title: `Issue ${n}`,
    appId: projectId,
    severity: 'minor',
    labels: [`l${n % 20}`],
  }),
} satisfies Record<FillKind, (n: number, projectId: string | null) => object>

/** Creates the given number of records of each kind through the API. Projects come first, because others refer to them. */
export async function fill(baseUrl: string, token: string, counts: Counts): Promise<void> {
  if (counts.issues && !counts.projects) throw new Error('Issues need projects to belong to.')
  const pool = new Pool(baseUrl, { connections: concurrency })
  const headers = { ...authorize(token), 'content-type': 'application/json' }
  const projectIds: string[] = []
  const post = async (kind: FillKind, n: number): Promise<void> => {
    const record = bodies[kind](n, projectIds[n % projectIds.length] ?? null)
    const path = `/v1/${kind}`
    const answer = await pool.request({ method: 'POST', path, headers, body: JSON.stringify(record) })
    const text = await answer.body.text()
    if (answer.statusCode !== 201) throw new Error(`POST ${path} answered ${answer.statusCode}: ${text}`)
    if (kind === 'projects') projectIds.push((JSON.parse(text) as { id: string }).id)
  }
  try {
    for (const kind of fillKinds) await createMany(kind, counts[kind] ?? 0, post)
  } finally {
    await pool.close()
  }
}

async function createMany(
  kind: FillKind,
  count: number,
  post: (kind: FillKind, n: number) => Promise<void>,
): Promise<void> {
  const startedAt = Date.now()
  let next = 0
  const timer = setInterval(() => {
    const perSecond = Math.round((next * 1000) / (Date.now() - startedAt))
    console.error(`  ${kind}: ${next} of ${count}, ${perSecond}/s`)
  }, progressMs)
  const worker = async () => {
    while (next < count) await post(kind, next++)
  }
  try {
    await Promise.all(Array.from({ length: concurrency }, worker))
  } finally {
    clearInterval(timer)
  }
}
