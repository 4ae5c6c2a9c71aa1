#!/usr/bin/env node
// Read by whatever Node the machine has, so nothing newer than that here.
import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import * as modules from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const neededMajor = 26
const script = fileURLToPath(import.meta.url)
const signals = ['SIGINT', 'SIGTERM']

// Whatever svc writes holds the catalog, digests of credentials or keys: it is for its owner alone. Programs that
// it starts (pg_dump) inherit this.
process.umask(0o077)

if (Number.parseInt(process.versions.node, 10) >= neededMajor) runHere()
else runOnPinnedNode()

async function runHere() {
  // A folder that cannot be written to only makes the start slower.
  modules.enableCompileCache(fileURLToPath(new URL('../../../node_modules/.cache/svc', import.meta.url)))
  endWithLauncher()
  const { freshBundle } = await import('./fresh-bundle.js')
  const { runProcess } = await import(freshBundle() || '../src/process.ts')
  await runProcess()
}

async function runOnPinnedNode() {
  const launcher = String(process.pid)
  const node = await pinnedNode()
  const child = spawn(node, [...process.execArgv, script, ...process.argv.slice(2)], {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    // In a session of its own, Ctrl-C does not reach it from the terminal: it comes from here, once.
    detached: process.platform !== 'win32',
    env: { ...process.env, SVC_LAUNCHER: launcher },
  })
  const relays = signals.map((signal) => [signal, () => child.kill(signal)])
  for (const [signal, relay] of relays) process.on(signal, relay)
  child.on('error', (error) => fail(`The pinned Node could not be started: ${error.message}.`))
  child.on('exit', (code, signal) => {
    if (signal === null) process.exit(code)
    for (const [name, relay] of relays) process.off(name, relay)
    process.kill(process.pid, signal)
  })
}

/** A launcher that was killed outright cannot pass that on: its end of the channel says so. */
function endWithLauncher() {
  const isLaunched = process.channel !== undefined && process.env.SVC_LAUNCHER === String(process.ppid)
  delete process.env.SVC_LAUNCHER
  if (!isLaunched) return
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))
  process.channel.unref()
}

async function pinnedNode() {
  const found = packagesNamedNode().find(({ file }) => existsSync(file))
  if (found && Number.parseInt(found.version, 10) >= neededMajor) {
    const { nodeProblem } = await import('../../../scripts/pinned/check-node.js')
    const problem = nodeProblem(found.file, found.version)
    if (problem !== undefined) fail(problem)
    return found.file
  }
  fail(
    `svc needs Node ${neededMajor} or later; this is ${process.versions.node}, and the one that npm installs ` +
      `for svc is not there: run "npm ci" with its install scripts allowed, or use a newer Node.`,
  )
}

/** Looked for from where this file really is, and from where it was called: a link may join two folders. */
function packagesNamedNode() {
  const found = []
  for (const from of [script, process.argv[1] || script]) {
    try {
      const manifest = modules.createRequire(from).resolve('node/package.json')
      const { bin, version } = JSON.parse(readFileSync(manifest, 'utf8'))
      found.push({ file: join(dirname(manifest), bin.node), version })
    } catch {}
  }
  return found
}

function fail(message) {
  console.error(message)
  process.exit(1)
}
