import type { ListenOptions } from './listen.ts'
import type { Plugin } from './plugin.ts'

export interface HostWishes extends ListenOptions {
  /** Present if the connection must be encrypted; then only the host with this certificate may connect. */
  readonly callerPem: string | undefined
  readonly wantsMultiplexing: boolean
}

/** What the host requests through the environment of the process. */
export function readHostWishes({ env, network }: Pick<Plugin, 'env' | 'network'>): HostWishes {
  return {
    network,
    directory: env.PLUGIN_UNIX_SOCKET_DIR,
    group: env.PLUGIN_UNIX_SOCKET_GROUP,
    firstPort: Number(env.PLUGIN_MIN_PORT ?? ANY_PORT),
    lastPort: Number(env.PLUGIN_MAX_PORT ?? ANY_PORT),
    callerPem: env.PLUGIN_CLIENT_CERT || undefined,
    wantsMultiplexing: Boolean(env.PLUGIN_MULTIPLEX_GRPC),
  }
}

const ANY_PORT = 0
