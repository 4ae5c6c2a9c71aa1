import type { ListenOptions } from './listen.ts'
import type { Plugin } from './plugin.ts'

export interface HostWishes extends ListenOptions {
  /** Present when the connection is to be encrypted, and then the only one that may connect. */
  readonly callerPem: string | undefined
  readonly wantsMultiplexing: boolean
}

/** What the host says in the environment of the process that it starts. */
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
