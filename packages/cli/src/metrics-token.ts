import type { Io } from './command.ts'
import { UsageError } from './failure.ts'

/** Only from the environment: everyone on the machine can read a command line. */
export function readMetricsToken({ env }: Pick<Io, 'env'>): string | undefined {
  const token = env.SVC_METRICS_TOKEN || undefined
  if (token === undefined || /^[\x21-\x7e]{16,200}$/.test(token)) return token
  throw new UsageError('SVC_METRICS_TOKEN must have 16 to 200 characters without spaces.')
}
