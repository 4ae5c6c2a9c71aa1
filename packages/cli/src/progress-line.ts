import type { Io } from './command.ts'

const everyMs = 100

/** One line that is overwritten, only in a terminal, and no more often than people can follow. */
export function lineOn(io: Io): { write(text: () => string): void; clear(): void } {
  let writtenAt = 0
  return {
    write: (text) => {
      const now = performance.now()
      if (!io.isTerminal || now - writtenAt < everyMs) return
      writtenAt = now
      io.err(`\r${text()}\u001b[K`)
    },
    clear: () => {
      if (writtenAt > 0) io.err('\r\u001b[K')
    },
  }
}

/** How much of something is done, in percent. */
export function progressOn(io: Io): { show(done: number, total: number): void; clear(): void } {
  const line = lineOn(io)
  return {
    show: (done, total) => line.write(() => `${total === 0 ? 100 : Math.floor((100 * done) / total)} %`),
    clear: line.clear,
  }
}
