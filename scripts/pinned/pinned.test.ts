import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { type TestContext, test } from 'node:test'
import lock from '../../package-lock.json' with { type: 'json' }
import { platforms } from '../../packages/provider/packaging/platforms.ts'
import { olderNode } from '../../packages/cli/src/testing/run-program.ts'
import pins from './packages.json' with { type: 'json' }

const root = resolve(import.meta.dirname, '../..')
const { version } = lock.packages['node_modules/node']
const own = Object.values(pins).find(
  (pin) => 'runsOn' in pin && pin.runsOn === `${process.platform}-${process.arch}`,
)
const skip = own ? false : `no Node is pinned for ${process.platform}-${process.arch}`

/** A checkout in which npm has installed this as Node. */
async function checkout(t: TestContext, node: string | undefined, named = version): Promise<string> {
  const dir = await scratchDir(t)
  await mkdir(join(dir, 'node_modules/node/bin'), { recursive: true })
  for (const part of ['scripts/pinned', 'packages/cli/bin', 'packages/provider/bin'])
    await cp(join(root, part), join(dir, part), { recursive: true })
  await writeFile(join(dir, 'package.json'), '{ "type": "module" }')
  await writeFile(
    join(dir, 'node_modules/node/package.json'),
    JSON.stringify({ name: 'node', version: named, bin: { node: 'bin/node' } }),
  )
  const file = join(dir, 'node_modules/node/bin/node')
  if (node === undefined) await symlink(join(root, 'node_modules/node/bin/node'), file)
  else await writeFile(file, node, { mode: 0o755 })
  return dir
}

const tampered = '#!/bin/sh\necho "It ran."\n'
const run = (node: string, args: readonly string[], cwd: string) => {
  const { status, stdout, stderr } = spawnSync(node, args, { cwd, encoding: 'utf8' })
  return { code: status, out: stdout, err: stderr }
}

test('a hash is pinned for every Node that npm installs or a provider is made of', async () => {
  const versions = Object.values(pins).flatMap((pin) => ('runsOn' in pin ? [pin.version] : []))
  assert.deepEqual(versions, Array(platforms.length).fill(version), 'npm run pin updates them')
  for (const pin of Object.values(pins)) {
    assert.match(pin.integrity, /^sha512-[A-Za-z0-9+/]{86}==$/)
    if ('program' in pin) assert.match(pin.sha256, /^[0-9a-f]{64}$/)
  }
})

test('an installation ends with an error where Node is not the pinned one', { skip }, async (t) => {
  const check = ['scripts/pinned/check-node.js']
  const sound = await checkout(t, undefined)
  assert.deepEqual(run(process.execPath, check, sound), { code: 0, out: '', err: '' })
  // A different file that replaces a valid one is detected.
  const file = join(sound, 'node_modules/node/bin/node')
  await rm(file)
  await writeFile(file, tampered, { mode: 0o755 })
  const replaced = run(process.execPath, check, sound)
  assert.equal(replaced.code, 1)
  assert.match(
    replaced.err,
    /is not run: it is not the pinned .* Its SHA-256 is [0-9a-f]{64}, not [0-9a-f]{64}\./,
  )

  const other = run(process.execPath, check, await checkout(t, tampered, '26.999.0'))
  assert.equal(other.code, 1)
  assert.match(other.err, /no hash is pinned for it on/)
  const { scripts } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'))
  assert.ok(scripts.prepare.startsWith('"$npm_node_execpath" scripts/pinned/check-node.js && '))
})

const older = olderNode()
const launchers = ['packages/cli/bin/svc.js', 'packages/provider/bin/terraform-provider-svc.js']
for (const launcher of launchers) {
  test(`${launcher} does not hand over to a Node that is not the pinned one`, {
    skip: skip || (older === undefined && 'the machine has no Node that is older than 26'),
  }, async (t) => {
    const dir = await checkout(t, tampered)
    const { code, out, err } = run(String(older), [join(dir, launcher), '--version'], dir)
    assert.deepEqual({ code, out }, { code: 1, out: '' })
    assert.match(err, /^The Node at \S+ is not run: it is not the pinned/)
  })
}

test('a package that came from npm and is not the pinned one is neither used nor kept', async (t) => {
  const dir = await scratchDir(t)
  // Simulates a registry that delivers something else.
  const npm = `#!/bin/sh
for dir; do :; done
mkdir -p "$dir/package/bin" && echo 'echo "It ran."' > "$dir/package/bin/node"
tar -czf "$dir/tampered.tgz" -C "$dir" package && rm -r "$dir/package" && echo tampered.tgz
`
  await mkdir(join(dir, 'bin'))
  await writeFile(join(dir, 'bin/npm'), npm, { mode: 0o755 })
  for (const name of Object.keys(pins)) {
    const pin = pins[name as keyof typeof pins]
    const text = `const { npmPackage } = await import(${JSON.stringify(join(root, 'packages/provider/packaging/npm-package.ts'))})
      await npmPackage(${JSON.stringify(name)}, ${JSON.stringify(pin.version)}).then(console.log, (error) => console.error(error.message))`
    const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', text], {
      encoding: 'utf8',
      env: { PATH: `${join(dir, 'bin')}:${process.env.PATH}`, XDG_CACHE_HOME: join(dir, 'cache') },
    })
    assert.equal(stdout, '', name)
    assert.ok(
      stderr.includes(`is not used: it is sha512-`) && stderr.includes(`${pin.integrity} is pinned.`),
      stderr,
    )
  }
  const kept = await readdir(join(dir, 'cache'), { recursive: true })
  assert.deepEqual(
    kept.filter(
      (path) => !path.includes('.unfinished-') && !path.endsWith('.lock') && path.includes('node-'),
    ),
    [],
  )
})

test('a program that was changed in the cache is not used', async (t) => {
  const dir = await scratchDir(t)
  const [name = '', pin] = Object.entries(pins).find(([, each]) => 'program' in each) ?? []
  assert.ok(pin && 'program' in pin)
  const digits = Buffer.from(pin.integrity.slice(7), 'base64').toString('hex', 0, 8)
  const file = join(dir, 'svc/npm', `${name}-${pin.version}-${digits}`, pin.program)
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, tampered)
  const text = `const { npmProgram } = await import(${JSON.stringify(join(root, 'packages/provider/packaging/npm-package.ts'))})
    await npmProgram(${JSON.stringify(name)}, ${JSON.stringify(pin.version)}).then(console.log, (error) => console.error(error.message))`
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', text], {
    encoding: 'utf8',
    env: { PATH: process.env.PATH, XDG_CACHE_HOME: dir },
  })
  assert.equal(stdout, '')
  assert.match(stderr, /is not used: it is sha256-[0-9a-f]{64}, and sha256-[0-9a-f]{64} is pinned\./)
})

async function scratchDir(t: TestContext): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), 'svc-pinned-'))
  t.after(() => rm(dir, { recursive: true, force: true }))
  return dir
}
