/** Runs in each page before anything else, and observes it from within. */
window.probe = {
  longTasks: [],
  clickedAt: 0,

  /** When something of this selector is there to be painted, on the page's own clock. */
  seen: (selector) =>
    new Promise((resolve, reject) => {
      const end = performance.now() + 60_000
      const look = () => {
        if (document.querySelector(selector)) resolve(performance.now())
        else if (performance.now() > end) reject(new Error(`There is no ${selector} after a minute.`))
        else requestAnimationFrame(look)
      }
      look()
    }),

  /** Scrolls an element by a step each frame, and returns the durations of the frames. */
  scroll: (selector, { px, frames }) =>
    new Promise((resolve) => {
      const lengths = []
      let last = performance.now()
      const step = (now) => {
        lengths.push(now - last)
        last = now
        document.querySelector(selector).scrollTop += px
        if (lengths.length <= frames) requestAnimationFrame(step)
        else resolve(lengths.slice(1))
      }
      requestAnimationFrame(step)
    }),

  /** Once nothing has been requested for a while; the event stream never ends, so network idle cannot be used. */
  quiet: () =>
    new Promise((resolve) => {
      let known = -1
      const look = () => {
        const { length } = performance.getEntriesByType('resource')
        if (length === known) resolve()
        else setTimeout(look, 400)
        known = length
      }
      look()
    }),

  codeBytes: () =>
    performance
      .getEntriesByType('resource')
      .filter(({ name }) => name.endsWith('.js'))
      .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0),
}

performance.setResourceTimingBufferSize(5_000)
addEventListener(
  'click',
  () => {
    window.probe.clickedAt = performance.now()
  },
  { capture: true },
)
new PerformanceObserver((list) => {
  for (const { duration } of list.getEntries()) window.probe.longTasks.push(duration)
}).observe({ type: 'longtask', buffered: true })
