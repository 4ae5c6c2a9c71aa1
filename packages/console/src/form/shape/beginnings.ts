/** What an optional part begins with once somebody wants it, by its name: what most would say. */
const beginnings: Readonly<Record<string, () => unknown>> = {
  rotation: () => ({
    everyDays: 7,
    startsAt: thisMinute(),
    handover: { weekday: 'monday', time: '09:00', timeZone: ownTimeZone() },
  }),
}

export const beginningOf = (path: string): unknown => beginnings[path.split('/').at(-1) ?? '']?.() ?? {}

const minuteMs = 60_000

const thisMinute = (): string => new Date(Math.floor(Date.now() / minuteMs) * minuteMs).toISOString()

/** That of the browser. */
const ownTimeZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone
