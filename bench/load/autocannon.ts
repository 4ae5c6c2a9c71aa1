import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Generator, LoadOrder, LoadReport } from './load.ts'

export function startAutocannon(): Generator {
  const child = fork(fileURLToPath(import.meta.resolve('./autocannon-process.ts')))
  return {
    name: 'autocannon',
    run: (order) => ask(child, order),
    stop: () => child.disconnect(),
  }
}

async function ask(child: ChildProcess, order: LoadOrder): Promise<LoadReport> {
  child.send(order)
  const died = new AbortController()
  const onExit = () => died.abort(new Error('The load generator died.'))
  child.once('exit', onExit)
  try {
    const [report] = await once(child, 'message', { signal: died.signal })
    return report as LoadReport
  } finally {
    child.off('exit', onExit)
  }
}
