import type { Log } from './log.ts'

export interface EndingSteps {
  readonly onClose: () => Promise<void>
  readonly closeServer: () => Promise<void>
  readonly log: Log
}

export interface Ending {
  /** Exits with 0, well within the two seconds after which a host would kill the process. */
  inGoodOrder(): void
  /** Exits at once, unless the process is already ending. */
  now(code: number): void
}

export function createEnding({ onClose, closeServer, log }: EndingSteps): Ending {
  let isEnding = false
  return {
    async inGoodOrder() {
      if (isEnding) return
      isEnding = true
      const closed = onClose().catch((error) => log.error('The plugin could not close.', { error }))
      await atMost(CLOSE_MS, closed)
      await atMost(ANSWER_MS, closeServer())
      process.exit(0)
    },
    now(code) {
      if (!isEnding) process.exit(code)
    },
  }
}

const CLOSE_MS = 1000
const ANSWER_MS = 100

function atMost(ms: number, step: Promise<void>): Promise<void> {
  return Promise.race([step, new Promise<void>((resolve) => setTimeout(resolve, ms))])
}
