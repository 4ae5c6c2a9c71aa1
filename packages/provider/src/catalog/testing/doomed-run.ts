import { createHost } from './scene.ts'

/** A run that makes one object, says so, and then waits to be killed. */

const { cwd, settings, written } = JSON.parse(process.argv[2] ?? '')
const { driver } = createHost({ cwd })
await driver.configure(settings)
const state = await driver.apply(written)
process.stdout.write(`${state?.id}\n`)
setInterval(() => {}, 60_000)
