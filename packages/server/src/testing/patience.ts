/**
 * How long a test waits for what should come in a moment. Reached only where it never comes: a machine that others
 * use, too, may stand still for many seconds.
 */
export const patienceMs = 240_000

/** How a database is used where its limits are not what is tested. */
export const patient = { timeoutMs: patienceMs, connectionMs: patienceMs } as const
