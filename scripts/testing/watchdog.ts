import { basename } from 'node:path'

/**
 * Loaded into every test file's process. The runner ends a test that takes too long, but waits forever for a process
 * that something keeps alive after its tests: a server that was not stopped, a timer.
 */
const patienceMs = Number(process.env.SVC_TEST_PATIENCE_MS)

if (patienceMs > 0)
  setTimeout(() => {
    const kept = [...new Set(process.getActiveResourcesInfo())].join(', ')
    process.stderr.write(`${basename(process.argv[1] ?? '')} did not end on its own; still open: ${kept}.\n`)
    process.exit(1)
  }, patienceMs).unref()
