#!/usr/bin/env -S -u NODE_OPTIONS node
// Run by whatever Node the machine has, so no newer syntax here. NODE_OPTIONS is dropped: options meant for
// other programs could print before the handshake or prevent the start.
import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import * as modules from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const neededMajor = 26

if (isNewEnough(process.versions.node)) runHere()
else runOnPinnedNode()

async function runHere() {
  // A folder that cannot be written to only makes the start slower.
  modules.enableCompileCache(fileURLToPath(new URL('../../../node_modules/.cache/svc', import.meta.url)))
  await import('../src/main.ts')
}

async function runOnPinnedNode() {
  const { NODE_OPTIONS: _, ...env } = process.env
  const args = [...process.execArgv, fileURLToPath(import.meta.url), ...process.argv.slice(2)]
  const child = spawn(await pinnedNode(), args, { stdio: 'inherit', env })
  // Ctrl-C reaches the plugin as well, which knows what to do about it.
  process.on('SIGINT', () => {})
  for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.on('error', (error) => fail(`The pinned Node could not be started: ${error.message}.`))
  child.on('exit', (code) => process.exit(code === null ? 1 : code))
}

async function pinnedNode() {
  const found = packageNamedNode()
  if (found && isNewEnough(found.version)) {
    const { nodeProblem } = await import('../../../scripts/pinned/check-node.js')
    const problem = nodeProblem(found.file, found.version)
    if (problem !== undefined) fail(problem)
    return found.file
  }
  fail(
    `terraform-provider-svc needs Node ${neededMajor} or later; this is ${process.versions.node}, and the ` +
      'one that npm installs for svc is missing: run "npm ci" with install scripts allowed.',
  )
}

function packageNamedNode() {
  try {
    const manifest = modules.createRequire(import.meta.url).resolve('node/package.json')
    const { bin, version } = JSON.parse(readFileSync(manifest, 'utf8'))
    const file = join(dirname(manifest), bin.node)
    return existsSync(file) ? { file, version } : undefined
  } catch {
    return undefined
  }
}

function isNewEnough(version) {
  return Number.parseInt(version, 10) >= neededMajor
}

function fail(message) {
  console.error(message)
  process.exit(1)
}
