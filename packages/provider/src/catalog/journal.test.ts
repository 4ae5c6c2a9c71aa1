import assert from 'node:assert/strict'
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { before, type TestContext, test } from 'node:test'
import { eventually, useApp } from '@svc/server/testing'
import { createJournal, type Journal, journalFolder } from './journal.ts'
import { startProxy } from './testing/proxy.ts'
import { complaintsOf, newScene, type Scene, workingFolder } from './testing/scene.ts'

const app = useApp('sqlite')
const written = { type: 'svc_team', config: { name: 'Payments' } }

/** The number of a process that is no more. */
let gone = 0
before(() => {
  gone = spawnSync(process.execPath, ['--version']).pid
})

const filesIn = (folder: string): readonly string[] => (existsSync(folder) ? readdirSync(folder) : [])

/** Makes it look as if what has written these journals had been killed. */
function kill(folder: string): void {
  for (const name of filesIn(folder)) {
    renameSync(join(folder, name), join(folder, name.replace(/^\d+/, String(gone))))
  }
}

async function folderOf(t: TestContext): Promise<string> {
  return journalFolder({}, await workingFolder(t))
}

const open = (folder: string, now?: () => number): Journal =>
  createJournal({
    folder,
    ...(now && { now }),
    onFailure: (failure) => {
      throw failure
    },
  })

test('what was begun and not ended has the same key in the next run, once', async (t) => {
  const folder = await folderOf(t)
  const first = open(folder).begin('a')
  assert.equal(first.isRepeated, false)
  kill(folder)
  const next = open(folder)
  assert.deepEqual(key(next, 'b').isRepeated, false, 'other content')
  assert.deepEqual(key(next, 'a'), { key: first.key, isRepeated: true })
  assert.equal(key(next, 'a').isRepeated, false)
})

const key = (journal: Journal, content: string) => {
  const { key: name, isRepeated } = journal.begin(content)
  return { key: name, isRepeated }
}

test('two of the same are two, in the run that is cut short and in the next', async (t) => {
  const folder = await folderOf(t)
  const run = open(folder)
  const keys = [run.begin('a').key, run.begin('a').key]
  assert.notEqual(keys[0], keys[1])
  kill(folder)
  const next = open(folder)
  assert.deepEqual([next.begin('a').key, next.begin('a').key], keys)
  assert.equal(next.begin('a').isRepeated, false)
})

test('what was repeated with success is not repeated by a third run', async (t) => {
  const folder = await folderOf(t)
  open(folder).begin('a')
  kill(folder)
  const next = open(folder)
  next.begin('a').made('team_1')
  next.close()
  assert.equal(open(folder).begin('a').isRepeated, false)
})

test('a repeat that is cut short as well is repeated again', async (t) => {
  const folder = await folderOf(t)
  const first = open(folder).begin('a')
  for (const _ of [1, 2]) {
    kill(folder)
    assert.deepEqual(key(open(folder), 'a'), { key: first.key, isRepeated: true })
  }
})

test('what the state holds is no leftover, in this run and all that follow', async (t) => {
  const folder = await folderOf(t)
  const run = open(folder)
  run.begin('a').made('team_1')
  run.begin('a').made('team_2')
  kill(folder)
  const next = open(folder)
  next.seen('team_2')
  next.seen('team_3')
  kill(folder)
  const last = open(folder)
  assert.equal(last.begin('a').isRepeated, true)
  assert.equal(last.begin('a').isRepeated, false)
})

test('the service forgets keys after a day, and so do we, however often one was repeated', async (t) => {
  const folder = await folderOf(t)
  const hour = 60 * 60 * 1_000
  let time = Date.now()
  const now = () => time
  const first = open(folder, now).begin('a')
  time += 23 * hour
  kill(folder)
  assert.deepEqual(key(open(folder, now), 'a'), { key: first.key, isRepeated: true })
  time += 2 * hour
  kill(folder)
  assert.equal(open(folder, now).begin('a').isRepeated, false)
  assert.equal(filesIn(folder).length, 1, 'what is too old is swept away')
})

test('what another running process has begun is its own', async (t) => {
  const folder = await folderOf(t)
  open(folder).begin('a')
  assert.equal(open(folder).begin('a').isRepeated, false)
})

test('a line that was cut off says nothing, and those before it still do', async (t) => {
  const folder = await folderOf(t)
  const first = open(folder).begin('a')
  kill(folder)
  const [name = ''] = filesIn(folder)
  writeFileSync(join(folder, name), `${readFileSync(join(folder, name))}{"key":"x","cont`)
  assert.deepEqual(key(open(folder), 'a'), { key: first.key, isRepeated: true })
})

test('a run that ends in good order leaves nothing behind', async (t) => {
  const folder = await folderOf(t)
  const run = open(folder)
  run.begin('a').made('team_1')
  run.begin('b').refused()
  run.close()
  assert.equal(existsSync(folder), false)
  open(folder).close()
  assert.equal(existsSync(folder), false)
})

test('of a run that ends in good order, only what was not answered is left', async (t) => {
  const folder = await folderOf(t)
  const run = open(folder)
  run.begin('a').made('team_1')
  const unanswered = run.begin('b')
  run.begin('c').refused()
  run.close()
  kill(folder)
  const next = open(folder)
  assert.deepEqual(key(next, 'b'), { key: unanswered.key, isRepeated: true })
  for (const content of ['a', 'c']) assert.equal(next.begin(content).isRepeated, false, content)
})

test('the journal is kept with the host’s own files, or else for each working directory apart', async (t) => {
  const cwd = await workingFolder(t)
  assert.equal(journalFolder({}, cwd), join(cwd, '.terraform', 'svc-creating'))
  assert.equal(journalFolder({ TF_DATA_DIR: cwd }, tmpdir()), join(cwd, 'svc-creating'))
  const [one, other] = ['a', 'b'].map((name) => journalFolder({}, join(cwd, name)))
  assert.match(one ?? '', /svc-creating-[0-9a-f]{16}$/)
  assert.notEqual(one, other)
})

test('the journal is never in a folder that all users share, nor where somebody else could have put it', async (t) => {
  const cwd = await workingFolder(t)
  const away = join(cwd, 'without-a-host-folder')
  assert.ok(!journalFolder({}, away).startsWith(join(tmpdir(), 'svc-creating')))
  assert.equal(dirname(journalFolder({ XDG_STATE_HOME: cwd }, away)), join(cwd, 'svc'))
  const target = join(cwd, 'target')
  mkdirSync(target)
  open(target).begin('a')
  kill(target)
  const link = join(cwd, 'link')
  symlinkSync(target, link)
  const shared = join(cwd, 'shared')
  mkdirSync(shared)
  chmodSync(shared, 0o777)
  const before = filesIn(target)
  for (const folder of [link, shared]) {
    const failures: unknown[] = []
    const journal = createJournal({ folder, onFailure: (failure) => failures.push(failure) })
    assert.equal(journal.begin('a').isRepeated, false, 'what it holds is not believed')
    journal.close()
    assert.match(
      String(failures[0]),
      /is a link, a file or belongs to somebody else|can be changed by other users/,
    )
  }
  assert.deepEqual([filesIn(target), filesIn(shared)], [before, []], 'and nothing is written there')
})

/** A run in a process of its own. */
function start(t: TestContext, { settings, host }: Scene, over: object = {}): ChildProcess {
  const task = { cwd: host.cwd, settings: { ...settings, ...over }, written }
  const script = join(import.meta.dirname, 'testing/doomed-run.ts')
  const run = spawn(process.execPath, [script, JSON.stringify(task)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  t.after(() => run.kill('SIGKILL'))
  return run
}

async function end(run: ChildProcess): Promise<void> {
  run.kill('SIGKILL')
  await once(run, 'exit')
}

async function teams({ client }: Scene): Promise<readonly string[]> {
  return (await client.get('/teams')).body.teams.map(({ id }: { id: string }) => id)
}

test('killed between request and answer: the next run has the same record, not a second', async (t) => {
  const proxy = await startProxy(t, app.url)
  proxy.decide((method) => (method === 'POST' ? 'silenced' : 'passed'))
  const scene = await newScene(t, app)
  const run = start(t, scene, { endpoint: proxy.url })
  // The address is part of what is asked for.
  const { organisation, host } = scene
  const next = await newScene(t, app, { organisation, endpoint: proxy.url, cwd: host.cwd })
  await eventually(
    () => teams(scene),
    (ids) => ids.length === 1,
  )
  await end(run)
  proxy.decide(() => 'passed')
  const made = await next.driver.apply(written)
  assert.deepEqual(await teams(scene), [made?.id])
  const second = await next.driver.apply({ ...written, name: 'second' })
  assert.equal((await teams(scene)).length, 2)
  assert.notEqual(second?.id, made?.id)
})

test('killed before the host had saved its state: taken over, and put right where others have changed it', async (t) => {
  const scene = await newScene(t, app)
  const run = start(t, scene)
  assert.ok(run.stdout)
  const [line] = await once(run.stdout, 'data')
  await end(run)
  const id = String(line).trim()
  await scene.client.patch(`/teams/${id}`, { description: 'Changed since.' })
  const made = await scene.driver.apply(written)
  assert.equal(made?.id, id)
  assert.equal((await scene.client.get(`/teams/${id}`)).body.description, null)
  assert.deepEqual(await teams(scene), [id])
})

/** A create that was made, of which the host's state knows nothing because all was killed. */
async function leftover(t: TestContext) {
  const scene = await newScene(t, app)
  const made = await scene.driver.apply(written)
  scene.driver.states.clear()
  kill(journalFolder({}, scene.host.cwd))
  const next = await newScene(t, app, { organisation: scene.organisation, cwd: scene.host.cwd })
  return { id: String(made?.id), next }
}

test('a leftover that the state holds is not used again', async (t) => {
  const { id, next } = await leftover(t)
  await next.driver.import('svc_team', id, 'first')
  await next.driver.refresh()
  const second = await next.driver.apply(written)
  assert.notEqual(second?.id, id)
  assert.equal((await teams(next)).length, 2)
})

test('a leftover that was deleted meanwhile is made anew', async (t) => {
  const { id, next } = await leftover(t)
  await next.client.delete(`/teams/${id}`)
  const second = await next.driver.apply(written)
  assert.deepEqual(await teams(next), [second?.id])
  assert.notEqual(second?.id, id)
})

test('a leftover of another organisation is no concern of this one', async (t) => {
  const { next } = await leftover(t)
  const other = await newScene(t, app, { cwd: next.host.cwd })
  const made = await other.driver.apply(written)
  assert.deepEqual(await teams(other), [made?.id])
  assert.equal((await teams(next)).length, 1)
})

test('two of the same in one run are two records', async (t) => {
  const scene = await newScene(t, app)
  await Promise.all(['a', 'b'].map((name) => scene.driver.apply({ ...written, name })))
  assert.equal((await teams(scene)).length, 2)
  await scene.host.close()
  assert.deepEqual(filesIn(journalFolder({}, scene.host.cwd)), [])
})

test('an answer that was lost for good: the next run has the same record', async (t) => {
  const proxy = await startProxy(t, app.url)
  const scene = await newScene(t, app, { endpoint: proxy.url })
  proxy.decide((method) => (method === 'POST' ? 'broken off' : 'passed'))
  await complaintsOf(scene.driver.apply(written))
  assert.equal((await teams(scene)).length, 1)
  await scene.host.close()
  kill(journalFolder({}, scene.host.cwd))
  proxy.decide(() => 'passed')
  const next = await newScene(t, app, {
    organisation: scene.organisation,
    endpoint: proxy.url,
    cwd: scene.host.cwd,
  })
  const made = await next.driver.apply(written)
  assert.deepEqual(await teams(scene), [made?.id])
})

test('what was refused leaves nothing behind', async (t) => {
  const scene = await newScene(t, app)
  const config = { name: 'Payments', lead_uid: 'usr_nope' }
  await complaintsOf(scene.driver.apply({ type: 'svc_team', config }))
  await scene.host.close()
  assert.deepEqual(filesIn(journalFolder({}, scene.host.cwd)), [])
})

test('where no journal can be kept, creating works all the same', async (t) => {
  const cwd = await workingFolder(t)
  writeFileSync(journalFolder({}, cwd), 'in the way')
  const scene = await newScene(t, app, { cwd })
  assert.ok(await scene.driver.apply(written))
  assert.equal((await scene.driver.plan(written)).action, 'no-op')
  assert.match(scene.host.logged.join('\n'), /^the journal of creates cannot be written/m)
  await scene.host.close()
})
