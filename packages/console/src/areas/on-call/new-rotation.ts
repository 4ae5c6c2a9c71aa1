const minuteMs = 60_000

const thisMinute = (): string => new Date(Math.floor(Date.now() / minuteMs) * minuteMs).toISOString()

/** The time zone of the browser. */
const ownTimeZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone

/** The most common choice: weekly, from now on, handed over on Mondays at nine. */
export const newRotation = (): unknown => ({
  everyDays: 7,
  startsAt: thisMinute(),
  handover: { weekday: 'monday', time: '09:00', timeZone: ownTimeZone() },
})
