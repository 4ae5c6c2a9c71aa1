/**
 * How long a test waits for something that should happen in a moment. Reached only if it never does: a shared
 * machine may stall for many seconds.
 */
export const testTimeoutMs = 240_000

/** Timeouts of a database whose limits are not under test. */
export const generousTimeouts = { timeoutMs: testTimeoutMs, connectionMs: testTimeoutMs } as const
