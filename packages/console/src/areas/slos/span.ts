import type { SloExplanation } from '@svc/model'

/** The time that a chart shows: from, until, and where in it we are. */
export interface Span {
  readonly from: number
  readonly until: number
  readonly now: number
}

const minuteMs = 60_000

/** An SLO's own window: the last days, or the whole calendar period, most of which may be ahead. */
export function windowOf(
  { periodStartsAt, windowMinutes }: SloExplanation['figures'],
  now = Date.now(),
): Span {
  const length = windowMinutes * minuteMs
  const from = periodStartsAt === null ? now - length : Date.parse(periodStartsAt)
  return { from, until: Math.max(now, from + length), now }
}

/** Of a window that hardly anything is known about only the part is shown that is: a day of 90 would be a dot. */
export function knownPart(span: Span, firstKnown: number | undefined): Span {
  if (firstKnown === undefined) return span
  const known = span.now - firstKnown
  return known * 10 < span.until - span.from ? { ...span, from: firstKnown, until: span.now } : span
}

export const placeIn = ({ from, until }: Span, at: number): number =>
  until === from ? 0.5 : (at - from) / (until - from)
