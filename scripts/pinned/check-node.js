// Run by whatever Node the machine has, so no newer syntax here.
import { createHash } from 'node:crypto'
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  readSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/*
 * npm installs Node with a script of the package "node", which downloads the program without the lock file's
 * protection. It is compared with the hash that is pinned here before it is run.
 */

const pins = JSON.parse(readFileSync(new URL('packages.json', import.meta.url), 'utf8'))
const root = fileURLToPath(new URL('../..', import.meta.url))
const stampFile = join(root, 'node_modules/.cache/svc/checked-node.json')
const chunk = Buffer.alloc(1024 * 1024)

/** Why the Node that npm installed must not be run; undefined if it is the pinned one. */
export function nodeProblem(file, version) {
  const machine = `${process.platform}-${process.arch}`
  const [, pin] = Object.entries(pins).find(([, { runsOn }]) => runsOn === machine) || []
  if (!pin || pin.version !== version) {
    return (
      `The Node ${version} at ${file} is not run: no hash is pinned for it on ${machine}` +
      `${pin ? `, only for ${pin.version}, which "npm ci" installs.` : '. Use a Node 26 of your own.'}`
    )
  }
  const stamp = stampOf(file, pin.sha256)
  if (isChecked(stamp)) return undefined
  const sum = sumOf(file)
  if (sum !== pin.sha256) {
    return (
      `The Node at ${file} is not run: it is not the pinned ${version} for ${machine}. Its SHA-256 is ${sum}, not ` +
      `${pin.sha256}. Remove node_modules and run "npm ci" again; if that does not help, your npm registry ` +
      'delivers a different file.'
    )
  }
  keep(stamp)
  return undefined
}

/** Properties that change when a file is replaced or written to, so that it is hashed only once. */
function stampOf(file, sum) {
  const { ino, size, mtimeMs, ctimeMs } = statSync(file)
  return JSON.stringify({ file, ino, size, mtimeMs, ctimeMs, sum })
}

function isChecked(stamp) {
  return existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp
}

function keep(stamp) {
  try {
    mkdirSync(dirname(stampFile), { recursive: true })
    writeFileSync(stampFile, stamp)
  } catch {
    // A folder that cannot be written to only makes the next start slower.
  }
}

function sumOf(file) {
  const hash = createHash('sha256')
  const opened = openSync(file, 'r')
  for (let count = readSync(opened, chunk); count > 0; count = readSync(opened, chunk))
    hash.update(chunk.subarray(0, count))
  closeSync(opened)
  return hash.digest('hex')
}

/** Run after an installation, by npm's own Node. If install scripts were not allowed, there is nothing to check. */
function checkInstalled() {
  const manifest = join(root, 'node_modules/node/package.json')
  if (!existsSync(manifest)) return
  const { bin, version } = JSON.parse(readFileSync(manifest, 'utf8'))
  const file = join(dirname(manifest), bin.node)
  const problem = existsSync(file) ? nodeProblem(file, version) : undefined
  if (problem === undefined) return
  console.error(problem)
  process.exitCode = 1
}

if (process.argv[1] === fileURLToPath(import.meta.url)) checkInstalled()
