import { createEnding } from './ending.ts'
import { createGrpcServer } from './grpc-server.ts'
import { PROTOCOL_VERSION } from './handshake.ts'
import { readHostWishes } from './host-wishes.ts'
import { type Address, listen } from './listen.ts'
import type { Plugin } from './plugin.ts'
import { pluginMethods, pluginStreams } from './plugin-services.ts'

/** Serves every host that attaches, one after another, until the user stops it. */
export async function serveAttachable(plugin: Plugin): Promise<void> {
  const { addresses, methods, onClose, log } = plugin
  const grpc = createGrpcServer({
    methods: { ...methods, ...pluginMethods(() => {}) },
    held: pluginStreams,
    tls: undefined,
    log,
  })
  const ending = createEnding({ onClose, closeServer: grpc.close, log })
  process.on('SIGINT', ending.inGoodOrder)
  process.on('SIGTERM', ending.inGoodOrder)
  const address = await listen(grpc.server, readHostWishes(plugin))
  const setting = reattachSetting(addresses, address)
  process.stdout.write(
    `Run OpenTofu or Terraform with this in its environment; Ctrl-C ends the plugin.\n\n  ${setting}\n`,
  )
}

/**
 * The variable that lets a host attach to this process instead of starting one. Marked as a test, so that the
 * host neither ends the process nor assumes an older version.
 */
function reattachSetting(addresses: readonly string[], { network, text }: Address): string {
  const running = {
    Protocol: 'grpc',
    ProtocolVersion: PROTOCOL_VERSION,
    Pid: process.pid,
    Test: true,
    Addr: { Network: network, String: text },
  }
  const json = JSON.stringify(Object.fromEntries(addresses.map((address) => [address, running])))
  return `TF_REATTACH_PROVIDERS='${json.replaceAll("'", `'\\''`)}'`
}
