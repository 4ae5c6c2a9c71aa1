import type { Handler } from './handler.ts'

export const stopProvider: Handler<'StopProvider'> = (provider) => {
  provider.stop()
  return {}
}
