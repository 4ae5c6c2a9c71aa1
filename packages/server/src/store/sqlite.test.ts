import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtempSync, rmSync, stat } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { Worker } from 'node:worker_threads'
import { databaseFile } from './sqlite-file.ts'
import { openSqlite } from './sqlite.ts'

const openers = 6
const rounds = 50

test('any number of processes can open an empty directory at the same moment', async (t) => {
  const gates = Array.from({ length: openers }, () => new SharedArrayBuffer(4))
  const workers = gates.map((gate) => new Worker(program, { eval: true, workerData: gate }))
  t.after(() => Promise.all(workers.map((worker) => worker.terminate())))
  await Promise.all(workers.map((worker) => once(worker, 'message')))

  for (let round = 0; round < rounds; round += 1) {
    const dataDir = await mkdtemp(join(tmpdir(), 'svc-open-'))
    for (const worker of workers) worker.postMessage(dataDir)
    await Promise.all(workers.map((worker) => once(worker, 'message')))
    const answers = workers.map((worker) => once(worker, 'message'))
    for (const gate of gates) {
      Atomics.store(new Int32Array(gate), 0, round + 1)
      Atomics.notify(new Int32Array(gate), 0)
    }
    const problems = (await Promise.all(answers)).map(([problem]) => problem)
    assert.deepEqual(problems, Array(openers).fill(null))
    await rm(dataDir, { recursive: true })
  }
})

test('a request that arrives after another process has written finds that out, whatever ran before it', async (t) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'svc-stamp-'))
  const engine = openSqlite(dataDir)
  await engine.transaction((tx) => tx.run('create table written (id text)'))
  const other = new DatabaseSync(databaseFile(dataDir))
  t.after(async () => {
    other.close()
    await engine.close()
    rmSync(dataDir, { recursive: true })
  })
  const stamp = () => engine.stamp('any' as never)

  // After the turn's requests, where work goes on that had let them go first.
  const [before, after] = await new Promise<unknown[]>((resolve) =>
    setImmediate(() => {
      const known = stamp()
      other.exec(`begin immediate; insert into written values ('x'); commit`)
      // Answered where requests are: before anything else that waits for the turn to end.
      stat(dataDir, () => resolve([known, stamp()]))
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 50)
    }),
  )
  assert.notEqual(after, before)
})

/** Opens each directory that it is told of when its gate opens, and says what went wrong. */
const program = `
  const { parentPort, workerData } = require('node:worker_threads')
  const gate = new Int32Array(workerData)
  let round = 0
  import(${JSON.stringify(import.meta.resolve('./sqlite.ts'))}).then(({ openSqlite }) => {
    parentPort.postMessage('ready')
    parentPort.on('message', async (dataDir) => {
      parentPort.postMessage('waiting')
      Atomics.wait(gate, 0, round++)
      try {
        const engine = openSqlite(dataDir)
        await engine.transaction((tx) => tx.run('create table if not exists once (id text)'))
        await engine.close()
        parentPort.postMessage(null)
      } catch (error) {
        parentPort.postMessage(error.message)
      }
    })
  })
`
