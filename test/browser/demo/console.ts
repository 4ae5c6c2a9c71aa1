import { after } from 'node:test'
import { type Console, startConsole } from '../browser.ts'

let started: Promise<Console> | undefined

after(async () => {
  await (await started)?.close()
})

/** A full catalog, which takes seconds to fill: for suites that do not change it. */
export function demoConsole(): Promise<Console> {
  started ??= startConsole(['--demo'])
  return started
}
