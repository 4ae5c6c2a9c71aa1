import assert from 'node:assert/strict'
import { chmod, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { findChromium } from './find-chromium.ts'

/** For one test, a machine with only these programs. */
async function machineWith(t: TestContext, programs: Readonly<Record<string, string>>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'svc-programs-'))
  const before = { ...process.env }
  t.after(async () => {
    process.env = before
    await rm(folder, { recursive: true, force: true })
  })
  for (const [name, text] of Object.entries(programs)) {
    await writeFile(join(folder, name), `#!/bin/sh\n${text}\n`)
    await chmod(join(folder, name), 0o755)
  }
  process.env = {
    ...before,
    PATH: folder,
    SVC_CHROMIUM: '',
    SVC_TEST_GET_ALL: '1',
    XDG_CACHE_HOME: join(folder, 'cache'),
    HERE: folder,
  }
  return folder
}

const chromium = 'echo "Chromium 140.0.1 built on Debian"'
/** Installs like the real one, after its lists have been updated. */
const aptGet = `
case "$*" in
  update) : > "$HERE/lists" ;;
  "install --yes --no-install-recommends chromium-headless-shell")
    [ -e "$HERE/lists" ] || exit 100
    printf '#!/bin/sh\\n%s\\n' '${chromium}' > "$HERE/chromium-headless-shell"; /bin/chmod 755 "$HERE/chromium-headless-shell" ;;
  *) exit 1 ;;
esac`

test('an installed one is used silently', async (t) => {
  const folder = await machineWith(t, { chromium, 'apt-get': 'exit 1' })
  const found = await findChromium((line) => assert.fail(line))
  assert.deepEqual(found, { path: join(folder, 'chromium'), version: '140.0.1' })
})

test('one from an earlier run is used, and nothing is downloaded', async (t) => {
  const folder = await machineWith(t, { 'apt-get': 'exit 1' })
  const kept = join(folder, 'cache/svc/chromium/153.0.0')
  await mkdir(kept, { recursive: true })
  await writeFile(join(kept, 'chromium'), `#!/bin/sh\n${chromium}\n`, { mode: 0o755 })
  const found = await findChromium((line) => assert.fail(line))
  assert.deepEqual(found, { path: join(kept, 'chromium'), version: '140.0.1' })
})

test('if there is none, not even on npm, it is installed, with one line of output', async (t) => {
  const folder = await machineWith(t, { 'apt-get': aptGet, sudo: 'shift; exec "$@"', true: 'exit 0' })
  const said: string[] = []
  const found = await findChromium((line) => said.push(line))
  assert.deepEqual(found, { path: join(folder, 'chromium-headless-shell'), version: '140.0.1' })
  assert.equal(said.length, 1)
  assert.match(said[0] ?? '', /^Installing the package chromium/)
})

test('nothing is installed unless requested: one line says how to request it', async (t) => {
  const folder = await machineWith(t, { 'apt-get': `: > "$HERE/called"` })
  process.env.SVC_TEST_GET_ALL = ''
  const found = await findChromium((line) => assert.fail(line))
  assert.match(
    'unavailable' in found ? found.unavailable : '',
    /^No Chromium \(SVC_CHROMIUM can name one\): .*it is not installed; SVC_TEST_GET_ALL=1 lets the tests get it/,
  )
  assert.deepEqual((await readdir(folder)).includes('called'), false)
})

test('if it cannot be installed, one line says why', async (t) => {
  await machineWith(t, {})
  const found = await findChromium((line) => assert.fail(line))
  assert.match(
    'unavailable' in found ? found.unavailable : '',
    /^No Chromium \(SVC_CHROMIUM can name one\): .*it is not installed, and there is no apt-get to install it with$/,
  )
})

test('a named one that does not run is reported as an error', async (t) => {
  await machineWith(t, { chromium, 'apt-get': 'exit 1' })
  process.env.SVC_CHROMIUM = '/nowhere/chromium'
  const found = await findChromium((line) => assert.fail(line))
  assert.match('unavailable' in found ? found.unavailable : '', /\/nowhere\/chromium/)
})

test('if root is needed and not available, that is the reason', {
  skip: process.getuid?.() === 0,
}, async (t) => {
  await machineWith(t, { 'apt-get': aptGet, sudo: 'exit 1' })
  const found = await findChromium((line) => assert.fail(line))
  assert.match('unavailable' in found ? found.unavailable : '', /only root or a sudo without password/)
})
