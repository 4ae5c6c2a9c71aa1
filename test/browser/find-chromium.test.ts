import assert from 'node:assert/strict'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { findChromium } from './find-chromium.ts'

/** For one test, a machine on which only these programs are. */
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
  process.env = { ...before, PATH: folder, SVC_CHROMIUM: '', HERE: folder }
  return folder
}

const chromium = 'echo "Chromium 140.0.1 built on Debian"'
/** Installs as the real one does, once it has been told to update its lists. */
const aptGet = `
case "$*" in
  update) : > "$HERE/lists" ;;
  "install --yes --no-install-recommends chromium")
    [ -e "$HERE/lists" ] || exit 100
    printf '#!/bin/sh\\n%s\\n' '${chromium}' > "$HERE/chromium"; /bin/chmod 755 "$HERE/chromium" ;;
  *) exit 1 ;;
esac`

test('one that is installed is taken, and nothing is said', async (t) => {
  const folder = await machineWith(t, { chromium, 'apt-get': 'exit 1' })
  const found = await findChromium((line) => assert.fail(line))
  assert.deepEqual(found, { path: join(folder, 'chromium'), version: '140.0.1' })
})

test('where there is none it is installed, which is said in one line', async (t) => {
  const folder = await machineWith(t, { 'apt-get': aptGet, sudo: 'shift; exec "$@"', true: 'exit 0' })
  const said: string[] = []
  const found = await findChromium((line) => said.push(line))
  assert.deepEqual(found, { path: join(folder, 'chromium'), version: '140.0.1' })
  assert.equal(said.length, 1)
  assert.match(said[0] ?? '', /^Installing the package chromium/)
})

test('where it cannot be installed, one line says why', async (t) => {
  await machineWith(t, {})
  assert.deepEqual(await findChromium((line) => assert.fail(line)), {
    unavailable:
      'No Chromium (SVC_CHROMIUM can name one): it is not installed, and there is no apt-get to install it with',
  })
})

test('where only root may, and nobody is, that is the reason', {
  skip: process.getuid?.() === 0,
}, async (t) => {
  await machineWith(t, { 'apt-get': aptGet, sudo: 'exit 1' })
  const found = await findChromium((line) => assert.fail(line))
  assert.match('unavailable' in found ? found.unavailable : '', /only root or a sudo without password/)
})
