import type { Unary } from '../protocol/unary.ts'
import type { Log } from './log.ts'

export interface Plugin {
  /** Full source addresses, one for each registry: `registry.example/namespace/type`. */
  readonly addresses: readonly string[]
  /** By gRPC path. */
  readonly methods: Readonly<Record<string, Unary>>
  /** Called when the host shuts this process down; it has a second. */
  readonly onClose: () => Promise<void>
  readonly log: Log
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string | undefined>>
  readonly network: 'unix' | 'tcp'
}
