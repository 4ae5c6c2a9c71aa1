import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import { test } from 'node:test'
import { startPostgres } from '@svc/server/testing'
import { startSvc } from './testing/run-program.ts'
import { scratchDir } from './testing/run-svc.ts'

const postgres = await startPostgres()
const skip = 'unavailable' in postgres && postgres.unavailable

test('a server waits for a database that is unavailable at the start, and says so', { skip }, async (t) => {
  if ('unavailable' in postgres) return
  t.after(postgres.stop)
  const target = new URL(await postgres.createDatabase())
  const placeholder = createServer().listen(0, '127.0.0.1')
  await once(placeholder, 'listening')
  const { port } = placeholder.address() as { port: number }
  placeholder.close()
  await once(placeholder, 'close')
  const url = new URL(target)
  url.host = `127.0.0.1:${port}`
  const env = { SVC_DATABASE_URL: url.href, SVC_DATA_DIR: await scratchDir(t) }
  const child = startSvc(['serve', '--port', '0'], { env })
  t.after(() => child.kill('SIGKILL'))
  if (!child.stdout || !child.stderr) throw new Error('Nothing reads the program’s output.')
  const [said] = await once(child.stderr, 'data')
  assert.match(
    String(said),
    /^Waiting up to 60 s for the database\. No PostgreSQL server answers at postgres:/,
  )
  assert.ok(!String(said).includes(target.password))

  const proxy = createServer((near) => {
    const far = connect(Number(target.port), target.hostname)
    near.pipe(far).pipe(near)
    near.on('error', () => far.destroy())
    far.on('error', () => near.destroy())
  }).listen(port, '127.0.0.1')
  t.after(() => proxy.close())
  let out = ''
  for await (const chunk of child.stdout) {
    out += chunk
    if (out.includes('svc is listening on ')) break
  }
  assert.match(out, /svc is listening on http/)
})
