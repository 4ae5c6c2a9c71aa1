import { parseArgs } from 'node:util'
import { measureGraphs } from './console/graphs.ts'
import {
  type Figure,
  measureClick,
  measureCode,
  measureLoad,
  measurePalette,
  measureRecord,
  measureScroll,
  measureTyping,
  places,
} from './console/measures.ts'
import { toMarkdown } from './console/report.ts'
import { openSite } from './console/site.ts'
import { keepResult } from './results.ts'

/** Measures the console on a large catalog, in a real browser: npm run bench:console -- [--only WORDS] */

const { values } = parseArgs({
  options: {
    times: { type: 'string', default: '33' },
    /** Only the parts whose names contain this; then no report is written. */
    only: { type: 'string' },
    /** A data directory that `svc demo` has already filled. */
    filled: { type: 'string' },
  },
})

// So that the server ends too.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))

const times = Number(values.times)
const site = await openSite({ times, filled: values.filled })
const figures: Figure[] = []
try {
  await part('code', () => measureCode(site, '/'))
  await part('code', () => measureCode(site, '/projects'))
  for (const place of places) {
    await part(`load ${place.path}`, () => measureLoad(site, place))
    if (place.path !== '/dependencies' && place.path !== '/costs/entries' && place.path !== '/issues/board')
      await part(`click ${place.path}`, () => measureClick(site, place))
  }
  for (const place of places.filter(({ path }) =>
    ['/issues', '/deployments', '/costs/entries'].includes(path),
  ))
    await part(`scroll ${place.path}`, () => measureScroll(site, place))
  await part('typing', () => measureTyping(site, 'checkout'))
  await part('record', () => measureRecord(site))
  await part('palette', () => measurePalette(site, 'checkout'))
  await part('graph', () => measureGraphs(site))
  if (!values.only) {
    const report = await toMarkdown(figures, { times, client: site.client })
    await keepResult('console', { report })
    console.log(report)
  }
} finally {
  await site.close()
}

async function part(name: string, measure: () => Promise<Figure | readonly Figure[]>): Promise<void> {
  if (values.only && !name.includes(values.only)) return
  for (const figure of [await measure()].flat() as Figure[]) {
    figures.push(figure)
    console.error(
      `${figure.value.toFixed(0).padStart(7)} ${figure.unit}  ${figure.what}  ${figure.about ?? ''}`,
    )
  }
}
