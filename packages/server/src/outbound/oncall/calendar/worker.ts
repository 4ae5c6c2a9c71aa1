import { parentPort, workerData } from 'node:worker_threads'
import { currentShift } from './current-shift.ts'
import { CalendarFault } from './jcal.ts'
import type { Read, ToRead } from './read-in-worker.ts'

/** Everything that was read is freed with the thread. */
const { text, now } = workerData as ToRead

parentPort?.postMessage(read())

function read(): Read {
  try {
    return { shift: currentShift(text, now) }
  } catch (error) {
    return {
      fault: error instanceof CalendarFault ? error.message : 'sends a calendar that cannot be read',
    }
  }
}
