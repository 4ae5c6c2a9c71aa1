import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Receipt, ReceiverMessage } from './receiver.ts'

export interface ReceiverProcess {
  readonly port: number
  /** kill -9, and waits until it is gone. */
  kill(): Promise<void>
}

const program = fileURLToPath(import.meta.resolve('./receiver.ts'))

export async function startReceiverProcess(options: {
  readonly port: number
  /** The share of messages that it refuses. */
  readonly failing: number
  readonly onReceipt: (receipt: Receipt) => void
}): Promise<ReceiverProcess> {
  const child = fork(program, [String(options.port), String(options.failing)])
  const exited = once(child, 'exit')
  const port = await new Promise<number>((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`The receiver ended with ${code}.`)))
    child.on('message', (message: ReceiverMessage) => {
      if ('port' in message) resolve(message.port)
      else options.onReceipt(message.receipt)
    })
  })
  return {
    port,
    kill: async () => {
      child.kill('SIGKILL')
      await exited
    },
  }
}
