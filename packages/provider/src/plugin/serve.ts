import { writeSync } from 'node:fs'
import { constants } from 'node:os'
import { createCertificate } from './certificate.ts'
import { watchConnections } from './connection-watch.ts'
import { reportCrashes } from './crash.ts'
import { createEnding } from './ending.ts'
import { explanation } from './explanation.ts'
import { createGrpcServer } from './grpc-server.ts'
import { MAGIC_COOKIE, handshakeLine } from './handshake.ts'
import { readHostWishes } from './host-wishes.ts'
import { listen } from './listen.ts'
import { createLog, redirectConsole } from './log.ts'
import type { Plugin } from './plugin.ts'
import { pluginMethods, pluginStreams } from './plugin-services.ts'
import { serveAttachable } from './reattach.ts'
import { writeToStderr } from './stderr.ts'

type ServeOptions = Pick<Plugin, 'addresses' | 'methods'> & Partial<Plugin>

/** Runs a plugin process from the handshake to its end. */
export async function serve(options: ServeOptions): Promise<void> {
  const plugin: Plugin = {
    onClose: async () => {},
    log: createLog(),
    args: process.argv.slice(2),
    env: process.env,
    network: process.platform === 'win32' ? 'tcp' : 'unix',
    ...options,
  }
  reportCrashes()
  if (plugin.args.includes('--debug')) return serveAttachable(plugin)
  redirectConsole(plugin.log)
  if (plugin.env.TF_PLUGIN_MAGIC_COOKIE === MAGIC_COOKIE) return serveHost(plugin)
  writeToStderr(explanation(plugin.addresses))
  process.exitCode = 1
}

async function serveHost(plugin: Plugin): Promise<void> {
  const { methods, onClose, log } = plugin
  const { callerPem, wantsMultiplexing, ...place } = readHostWishes(plugin)
  const tls = callerPem ? { own: createCertificate(), callerPem } : undefined
  const grpc = createGrpcServer({
    methods: { ...methods, ...pluginMethods(() => ending.inGoodOrder()) },
    held: pluginStreams,
    tls,
    log,
  })
  const ending = createEnding({ onClose, closeServer: grpc.close, log })
  handleSignals()
  watchConnections(grpc.server, () => ending.now(ABANDONED))
  const address = await listen(grpc.server, place)
  writeSync(1, handshakeLine({ address, certificate: tls?.own.der, wantsMultiplexing }))
}

const ABANDONED = 1

function handleSignals(): void {
  // Ctrl-C reaches the host as well, which then asks the plugin to stop and still wants its answers.
  process.on('SIGINT', () => {})
  for (const signal of ['SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => process.exit(128 + constants.signals[signal]))
  }
}
