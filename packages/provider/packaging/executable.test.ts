import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { isLongRun } from '@svc/server/testing/long-run'
import { writeExecutable } from './executable.ts'
import { runProgram } from './run-program.ts'
import { signForMac } from './sign-for-mac.ts'

// The whole of Node is read and written for each; as text it is the same with less in it.
for (const precompiled of isLongRun ? [false, true] : [true]) {
  test(`a script runs as an executable, ${precompiled ? 'precompiled' : 'as text'}`, async (t) => {
    const dir = await mkdtemp(join(tmpdir(), 'svc-sea-'))
    t.after(() => rm(dir, { recursive: true }))
    const output = join(dir, 'program')
    const script = `console.log(process.argv.slice(2).join(), require('node:sea').isSea())`
    await writeExecutable({ script, node: process.execPath, output, precompiled })
    if (process.platform === 'darwin') await signForMac(output)

    const noise = join(dir, 'noise.cjs')
    await writeFile(noise, `console.log('noise before the handshake')`)
    const env = { NODE_OPTIONS: `--require ${noise}` }
    assert.equal(await runProgram(output, ['a', '--b'], { env }), 'a,--b true\n')
  })
}
