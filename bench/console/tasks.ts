import type { CDPSession, Page } from 'playwright-core'
import { forgetTasks, longestTask } from './probe.ts'

export interface Tasks {
  /** As measured by the page itself; 0 if none was over 50 ms. */
  readonly longestMs: number
  /** Its CPU time: other load on the machine makes the task longer, but not this. */
  readonly longestCpuMs: number
}

interface TraceEvent {
  readonly name: string
  readonly ph: string
  readonly pid: number
  readonly tid: number
  readonly tdur?: number
  readonly args?: { readonly name?: string }
}

/** The longest task of the page's own thread while something is done. */
export async function watchTasks(page: Page, act: () => Promise<unknown>): Promise<Tasks> {
  const browser = page.context().browser()
  if (!browser) throw new Error('The page has no browser.')
  const session = await browser.newBrowserCDPSession()
  const events: TraceEvent[] = []
  session.on('Tracing.dataCollected', ({ value }) => events.push(...(value as unknown as TraceEvent[])))
  await forgetTasks(page)
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: ['toplevel', 'devtools.timeline', '__metadata'] },
  })
  await act()
  await endTracing(session)
  await session.detach()
  return { longestMs: await longestTask(page), longestCpuMs: longestCpu(events) }
}

async function endTracing(session: CDPSession): Promise<void> {
  const ended = new Promise((resolve) => session.once('Tracing.tracingComplete', resolve))
  await session.send('Tracing.end')
  await ended
}

/** One page is open, so the longest task of any page's thread is its own. */
function longestCpu(events: readonly TraceEvent[]): number {
  const threadOf = ({ pid, tid }: TraceEvent) => `${pid}/${tid}`
  const ofPages = new Set(
    events
      .filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
      .map(threadOf),
  )
  const tasks = events.filter((event) => event.name.endsWith('RunTask') && ofPages.has(threadOf(event)))
  return tasks.reduce((most, { tdur = 0 }) => Math.max(most, tdur / 1_000), 0)
}
