import { errorText } from './error-text.ts'
import { writeToStderr } from './stderr.ts'

/** Ends the process on an uncaught error, in the form that a host shows to the user. */
export function reportCrashes(): void {
  process.on('uncaughtException', (error) => {
    writeToStderr(`panic: ${errorText(error)}\n`)
    process.exit(CRASHED)
  })
}

const CRASHED = 2
