import type { Unary } from '../protocol/unary.ts'

/** What every plugin offers besides its own service. */
export function pluginMethods(onShutdown: () => void): Readonly<Record<string, Unary>> {
  return {
    '/plugin.GRPCController/Shutdown': async () => {
      onShutdown()
      return new Uint8Array()
    },
    '/grpc.health.v1.Health/Check': async () => SERVING,
  }
}

/** The host opens both with each connection; nothing is ever sent on them. */
export const pluginStreams: readonly string[] = [
  '/plugin.GRPCStdio/StreamStdio',
  '/plugin.GRPCBroker/StartStream',
]

/** Field 1, the status, of a health answer. */
const SERVING = Uint8Array.of(0x08, 1)
