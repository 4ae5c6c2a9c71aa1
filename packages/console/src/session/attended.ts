/** Somebody who reads a page goes on soon after; what it asks for later is not their doing. */
const attendedMs = 30_000

/** Whatever people do with a page. */
const signs = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'] as const

let lastSignAt = Number.NEGATIVE_INFINITY

/** Notices from here on what people do with the page. */
export function noticePeople(page: EventTarget): void {
  const note = () => {
    lastSignAt = performance.now()
  }
  note()
  for (const sign of signs) page.addEventListener(sign, note, { capture: true, passive: true })
}

/** Says of requests that nobody has caused them: an open page alone must not keep a session from being idle. */
export const mannerOfRequest = (at = performance.now()): Readonly<Record<string, string>> =>
  at - lastSignAt < attendedMs ? {} : { 'x-svc-unattended': '1' }
